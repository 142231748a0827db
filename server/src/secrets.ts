import {
  createCipheriv,
  createDecipheriv,
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
  /** Encrypts a short text so that a database dump does not contain it. */
  seal: (text: string) => Buffer;
  open: (sealed: Buffer) => string;
  /** Null for what was sealed with another master key, or is damaged. */
  tryOpen: (sealed: Buffer) => string | null;
  /** A text that says `payload` and that only this installation can have made, for one purpose. */
  sign: (purpose: string, payload: string) => string;
  /** The payload of a text made by `sign` for the same purpose, or null. */
  verify: (purpose: string, signed: string) => string | null;
  /** A fixed-length key for one purpose, for hashes that must not be guessable from outside. */
  derive: (purpose: string) => Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keys for each purpose are derived from one master secret (RFC 5869), so one cannot stand in for another. */
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
        return null; // the one thing that can be wrong here is the key or the text
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

/** Compares in a time that does not depend on where two texts differ. */
export function sameText(a: string, b: string): boolean {
  const key = randomBytes(32);
  const digest = (text: string) => createHmac('sha256', key).update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

const SECRET_LENGTH = 32;

async function readSecret(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw cause;
  }
}

/**
 * The master secret kept in the data folder, made the first time. Throws `ConfigError` for one that is too short: a write
 * that was cut off by an older release leaves an empty file, and what an empty key signs can be forged.
 */
export async function masterSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'secret');
  if ((await readSecret(file)) === null) {
    await createFile(file, randomBytes(SECRET_LENGTH).toString('base64url'));
  }
  const secret = (await readSecret(file)) ?? '';
  if (secret.length < SECRET_LENGTH) {
    throw new ConfigError(
      `${file}, which holds the master key, is damaged: restore it from a backup, or delete it to make a new one (passwords of snapshots must then be chosen again).`,
    );
  }
  return secret;
}
