import { own } from '../pins/own.ts';

/** Returns a random UUID. `randomUUID` is missing from pages without TLS. */
export function newId(): string {
  const bytes = [...own.randomBytes(16)];
  bytes[6] = ((bytes[6] ?? 0) & 15) | 64;
  bytes[8] = ((bytes[8] ?? 0) & 63) | 128;
  const digits = bytes.map((byte) => (byte + 256).toString(16).slice(1)).join('');
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
