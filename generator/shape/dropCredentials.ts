/** What tells a caller to prove who it is, which the server does. */
const telling = [
  /\bAuthorization\b.*\bheader|\bheader\b.*\bAuthorization\b|\bAuthorization:|\bBearer\b/i,
  /\bauthenticat(?:e|ed|ion) (?:with|using|by|via|is required)\b/i,
  /\b(?:send|pass|include|provide|supply|use|requires?|needs?) (?:the|an?|your)\b.{0,40}\b(?:API[ -]?key|token)s?\b/i,
];

/** Leaves out the sentences of a plain text that tell how to authenticate. */
export function dropCredentials(text: string): string {
  const sentences = text.split(/(?<=[.!?。])\s+/);
  return sentences.filter((sentence) => !telling.some((one) => one.test(sentence))).join(' ');
}
