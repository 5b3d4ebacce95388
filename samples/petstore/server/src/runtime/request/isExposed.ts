/** Whether what is sent to a URL can be read on its way: it is neither encrypted nor for this machine. */
export function isExposed(url: string): boolean {
  return (
    /^http:/i.test(url) &&
    !/^http:\/\/(localhost|127(\.\d+){3}|\[::1\]|[^/]*\.localhost)([:/?#]|$)/i.test(url)
  );
}
