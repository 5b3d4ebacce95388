/**
 * The name of a file that a document refers to: its path from the folder of the document, or its whole URL where it
 * is not in that folder. Unique, since no two files have the same.
 */
export function nameFile(main: string, url: string): string {
  const folder = new URL('.', main).href;
  return url.startsWith(folder) ? decode(url.slice(folder.length)) : url;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
