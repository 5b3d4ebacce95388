/** Lists of problems that may not be all: where each of them turns out to be none, others may be left. */
export const unfinished = new WeakSet<object>();
