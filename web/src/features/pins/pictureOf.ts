import { PICTURE_MAX } from '@stagelink/shared/preview/handshake';

/** File signatures. */
const STARTS: readonly [type: string, at: number, bytes: readonly number[]][] = [
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47]],
  ['image/webp', 8, [0x57, 0x45, 0x42, 0x50]],
];

/** Detects an image by its bytes; null if it is none. */
export function pictureOf(buffer: ArrayBuffer): Blob | null {
  const bytes = new Uint8Array(buffer);
  const known = STARTS.find(([, at, start]) => start.every((byte, index) => bytes[at + index] === byte));
  return known ? new Blob([buffer.slice(0, PICTURE_MAX)], { type: known[0] }) : null;
}
