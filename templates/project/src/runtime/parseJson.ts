/** The value that a text holds as JSON; of a text that is not JSON, nothing. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
