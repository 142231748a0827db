import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from './config.ts';
import { createFile } from './durable.ts';

export interface Secrets {
  /** Names the master key without giving it away. */
  keyId: string;
  /** Encrypts a short text so that a database dump does not contain it. */
  seal: (text: string) => Buffer;
  open: (sealed: Buffer) => string;
  /** Null if it was sealed with another master key or is damaged. */
  tryOpen: (sealed: Buffer) => string | null;
  /** Returns a token with `payload` that only this installation can create, for one purpose. */
  sign: (purpose: string, payload: string) => string;
  /** Returns the payload of a token signed for the same purpose, or null. */
  verify: (purpose: string, signed: string) => string | null;
  /** Returns a fixed-length key for one purpose, for hashes that must not be guessable from outside. */
  derive: (purpose: string) => Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derives a key per purpose from one master secret (RFC 5869), so that they are not interchangeable. */
export function createSecrets(master: string): Secrets {
  const derived = new Map<string, Buffer>();
  const derive = (purpose: string) => {
    const key = derived.get(purpose) ?? Buffer.from(hkdfSync('sha256', master, 'stagelink', purpose, 32));
    derived.set(purpose, key);
    return key;
  };
  const sealKey = derive('seal');
  const mac = (purpose: string, payload: string) =>
    createHmac('sha256', derive(`sign:${purpose}`))
      .update(payload)
      .digest('base64url');

  const open = (sealed: Buffer): string => {
    const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  };

  return {
    keyId: derive('id').toString('hex').slice(0, 16),
    derive,
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce);
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open,
    tryOpen(sealed) {
      try {
        return open(sealed);
      } catch {
        return null; // only a wrong key or a damaged text can fail here
      }
    },
    sign: (purpose, payload) => `${Buffer.from(payload).toString('base64url')}.${mac(purpose, payload)}`,
    verify(purpose, signed) {
      const [encoded = '', given = ''] = signed.split('.', 2);
      const payload = Buffer.from(encoded, 'base64url').toString();
      return sameText(given, mac(purpose, payload)) ? payload : null;
    },
  };
}

/** Compares in constant time. */
export function sameText(a: string, b: string): boolean {
  const key = randomBytes(32);
  const digest = (text: string) => createHmac('sha256', key).update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** Hashes a bearer secret for the database. Such secrets are random, so a plain hash is enough. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Returns 256 random bits as text, for sessions and tickets. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

const SECRET_LENGTH = 32;

async function readSecret(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw cause;
  }
}

const fileIn = (dataDir: string) => path.join(dataDir, 'secret');

/**
 * Returns the master secret in the data folder, null if there is none. Throws `ConfigError` if it is too short: an
 * interrupted write of an older release leaves an empty file, and tokens signed with an empty key can be forged.
 */
export async function existingMasterSecret(dataDir: string): Promise<string | null> {
  const file = fileIn(dataDir);
  const secret = await readSecret(file);
  if (secret === null || secret.length >= SECRET_LENGTH) return secret;
  throw new ConfigError(
    `${file}, which holds the master key, is damaged: restore it from a backup, or delete it to make a new one (passwords of snapshots must then be chosen again).`,
  );
}

/** Returns the master secret in the data folder and creates it the first time. */
export async function masterSecret(dataDir: string): Promise<string> {
  const existing = await existingMasterSecret(dataDir);
  if (existing !== null) return existing;
  await createFile(fileIn(dataDir), randomBytes(SECRET_LENGTH).toString('base64url'));
  return masterSecret(dataDir);
}
