/** Characters that a token of JSON stands for, at the very most: a text with more of them need not be counted. */
export const longestToken = 7;
