import { Fault } from './Fault.js';

/** What is read; undefined where it has a fault, of which `tell` is told. */
export function attempt<T>(read: () => T, tell: (reason: string) => void): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    tell(error.message);
    return undefined;
  }
}
