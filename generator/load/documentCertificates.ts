import { createSecureContext } from 'node:tls';
import { readWhole } from '../model/files.js';
import { type Refuse, listLines, parseOrigin } from './originLines.js';

/** What proves who fetches, and who is trusted besides, as PEM. */
interface ClientCertificate {
  cert: string;
  key: string;
  ca?: string;
}

/** Reads the client certificate of one origin; it throws an InputError where that cannot be had. */
type ReadCertificate = () => Promise<ClientCertificate>;

/** Client certificates by the origin that they are for, and no other is shown; read where they are needed. */
export type DocumentCertificates = ReadonlyMap<string, ReadCertificate>;

/** The environment variable with the client certificates that documents are fetched with. */
const variable = {
  name: 'MCPWRIGHT_DOCUMENT_CERTIFICATES',
  example: 'https://docs.example.com client.pem client.key',
};
/** Certificates have a few kilobytes; who waits for a pipe waits for somebody. */
const extent = { mostBytes: 1024 * 1024, pipeMs: 5_000 };

/**
 * Reads the client certificates that documents are fetched with, each on a line: the origin that it is for, and the files
 * of the certificate, of its key and, where Node does not know the authority of the server, of that:
 * `https://docs.example.com client.pem client.key ca.pem`.
 *
 * @throws InputError where a line is none; when it is needed, where a file cannot be read or certificate and key do not fit.
 *   It does not say what they hold.
 */
export function readDocumentCertificates(
  env: Readonly<Record<string, string | undefined>>,
): DocumentCertificates {
  const found = new Map<string, ReadCertificate>();
  for (const { line, refuse } of listLines(env, variable)) {
    const [address = '', cert, key, ca, ...more] = line.split(/\s+/);
    const url = parseOrigin(address);
    if (url?.protocol !== 'https:') throw refuse('begins with no origin of https');
    if (cert === undefined || key === undefined || more.length > 0)
      throw refuse('does not name a certificate and its key');
    found.set(url.origin, () => readCertificate({ cert, key, ...(ca !== undefined && { ca }) }, refuse));
  }
  return found;
}

/** What is in the files of a certificate. */
async function readCertificate(files: ClientCertificate, refuse: Refuse): Promise<ClientCertificate> {
  const read = async (file: string): Promise<string> => {
    try {
      return (await readWhole(file, extent)).toString('utf8');
    } catch {
      throw refuse(`names ${file}, which cannot be read`);
    }
  };
  const certificate = {
    cert: await read(files.cert),
    key: await read(files.key),
    ...(files.ca !== undefined && { ca: await read(files.ca) }),
  };
  try {
    createSecureContext(certificate);
  } catch {
    throw refuse('names files that are no certificate and key that fit');
  }
  return certificate;
}
