/** Walks through the pages that a URL leads to, as a user with a browser does: logs in, and says yes to everything. */
export async function browse(start: string, answers: Record<string, string> = {}): Promise<string> {
  const cookies = new Map<string, Map<string, string>>();
  let url = new URL(start);
  let body: URLSearchParams | undefined;
  for (let steps = 0; steps < 30; steps += 1) {
    const jar = cookies.get(url.host) ?? new Map<string, string>();
    cookies.set(url.host, jar);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    const page = await response.text();
    const location = response.headers.get('location');
    const form = /<form\b[^>]*\baction="([^"]*)"[^]*?<\/form>/.exec(page);
    if (location !== null) {
      url = new URL(location, url);
      body = undefined;
    } else if (form !== null) {
      url = new URL(form[1]!.replaceAll('&amp;', '&'), url);
      body = fill(form[0], answers);
    } else {
      return page;
    }
  }
  throw new Error(`the pages of ${start} lead nowhere`);
}

function fill(form: string, answers: Record<string, string>): URLSearchParams {
  const given = new URLSearchParams();
  for (const [input] of form.matchAll(/<input\b[^>]*>/g)) {
    const [, name] = /\bname="([^"]*)"/.exec(input) ?? [];
    const [, value] = /\bvalue="([^"]*)"/.exec(input) ?? [];
    if (name !== undefined) given.set(name, answers[name] ?? value ?? 'somebody');
  }
  return given;
}
