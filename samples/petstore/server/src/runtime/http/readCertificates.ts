import { type KeyObject, X509Certificate, createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SetupError } from '../errors.js';
import { type Environment, readSecret } from '../settings.js';

/** Certificates in PEM form. */
interface Certificates {
  /** Authorities that are trusted besides those that Node knows. */
  authorities: string | undefined;
  /** What the server proves itself with. */
  identity: { cert: string; key: string; passphrase: string | undefined } | undefined;
}

const authorityVariable = 'MCP_CA_FILE';
const certificateVariable = 'MCP_CLIENT_CERT_FILE';
const keyVariable = 'MCP_CLIENT_KEY_FILE';
const passphraseVariable = 'MCP_CLIENT_KEY_PASSPHRASE';

/**
 * Reads and checks the certificates that the operator has set.
 *
 * @throws SetupError where one cannot be read or used.
 */
export async function readCertificates(env: Environment): Promise<Certificates> {
  const authorities = await readPem(env, authorityVariable);
  if (authorities !== undefined) parseCertificate(authorities, authorityVariable);
  const cert = await readPem(env, certificateVariable);
  const ownKey = await readPem(env, keyVariable);
  if (cert === undefined) {
    if (ownKey === undefined) return { authorities, identity: undefined };
    throw new SetupError(
      `The environment variable ${keyVariable} is set, but not ${certificateVariable}: set it to the certificate that the key belongs to.`,
    );
  }
  const keyName = ownKey === undefined ? certificateVariable : keyVariable;
  const key = ownKey ?? cert;
  const passphrase = await readSecret(env, passphraseVariable).catch(() => {
    throw fault(`${passphraseVariable}_FILE`, 'cannot be read');
  });
  const certificate = parseCertificate(cert, certificateVariable);
  if (!certificate.checkPrivateKey(parseKey(key, passphrase, keyName))) {
    throw fault(keyName, `holds a key that the certificate of ${certificateVariable} is not for`);
  }
  return { authorities, identity: { cert, key, passphrase } };
}

async function readPem(env: Environment, name: string): Promise<string | undefined> {
  const file = env[name]?.trim();
  if (!file) return undefined;
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw fault(name, 'cannot be read');
  }
}

function parseCertificate(pem: string, name: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw fault(name, 'holds no certificate in PEM form');
  }
}

function parseKey(key: string, passphrase: string | undefined, name: string): KeyObject {
  try {
    return createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) });
  } catch (error) {
    const isLocked = /passphrase|decrypt|interrupted/i.test((error as Error).message);
    if (!isLocked) throw fault(name, 'holds no private key in PEM form');
    throw fault(name, `holds a key that cannot be decrypted: ${passphraseVariable} must be its passphrase`);
  }
}

function fault(name: string, words: string): SetupError {
  return new SetupError(`The file that the environment variable ${name} names ${words}.`);
}
