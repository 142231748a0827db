import { expect, test } from 'vitest';
import { webpSize } from './webp.ts';

const bytesOf = (text: string) => [...text].map((char) => char.charCodeAt(0));
const fromHex = (hex: string) => (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
const uint32 = (value: number) => [0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff);

const chunk = (name: string, body: number[]) => [
  ...bytesOf(name),
  ...uint32(body.length),
  ...body,
  ...(body.length % 2 ? [0] : []),
];
const riff = (...chunks: number[][]) => {
  const body = [...bytesOf('WEBP'), ...chunks.flat()];
  return new Uint8Array([...bytesOf('RIFF'), ...uint32(body.length), ...body]);
};

// Images of 16 × 10 pixels, encoded by Chromium.
const LOSSY = fromHex('3001009d012a10000a0002c04c25a400037000fef78c0000');
const LOSSLESS = fromHex('2f0f40020007d0fffef7bfff8188e87f00');
const canvas = (flags: number, width = 16, height = 10) => [
  ...uint32(flags),
  ...uint32(width - 1).slice(0, 3),
  ...uint32(height - 1).slice(0, 3),
];
const changed = (bytes: number[], at: number, value: number) => bytes.with(at, value);

test.each<[string, Uint8Array]>([
  ['lossy', riff(chunk('VP8 ', LOSSY))],
  ['lossless', riff(chunk('VP8L', LOSSLESS))],
  ['with a color profile', riff(chunk('VP8X', canvas(0x20)), chunk('ICCP', [1, 2, 3]), chunk('VP8 ', LOSSY))],
  ['transparent', riff(chunk('VP8X', canvas(0x10)), chunk('ALPH', [0, 1]), chunk('VP8 ', LOSSY))],
])('an image that is %s has a size', (_what, bytes) => {
  expect(webpSize(bytes)).toEqual({ width: 16, height: 10 });
});

const good = riff(chunk('VP8 ', LOSSY));

test.each<[string, Uint8Array]>([
  ['empty', new Uint8Array()],
  ['a PNG', new Uint8Array([0x89, ...bytesOf('PNG\r\n\x1a\n'), ...LOSSY])],
  ['only a header', riff()],
  ['cut off', good.slice(0, -2)],
  ['followed by other bytes', new Uint8Array([...good, 0])],
  ['a header that counts more bytes than there are', good.with(4, 200)],
  ['a chunk that counts more bytes than there are', good.with(16, 200)],
  ['a chunk of 4 GB', good.with(19, 255)],
  ['animated', riff(chunk('VP8X', canvas(0x02)), chunk('ANIM', [0, 0, 0, 0, 0, 0]), chunk('VP8 ', LOSSY))],
  ['marked as animated', riff(chunk('VP8X', canvas(0x02)), chunk('VP8 ', LOSSY))],
  ['a picture with metadata', riff(chunk('VP8X', canvas(8)), chunk('VP8 ', LOSSY), chunk('EXIF', [1, 2]))],
  ['two images', riff(chunk('VP8 ', LOSSY), chunk('VP8 ', LOSSY))],
  ['an unknown chunk', riff(chunk('VP8X', canvas(0)), chunk('EVIL', [1, 2]), chunk('VP8 ', LOSSY))],
  ['a thousand chunks', riff(...Array.from({ length: 1000 }, () => chunk('VP8 ', LOSSY)))],
  ['an image and a canvas that differ', riff(chunk('VP8X', canvas(0, 1280, 800)), chunk('VP8 ', LOSSY))],
  ['no key frame', riff(chunk('VP8 ', changed(LOSSY, 0, 0x31)))],
  ['a hidden frame', riff(chunk('VP8 ', changed(LOSSY, 0, 0x20)))],
  ['no start code', riff(chunk('VP8 ', changed(LOSSY, 4, 0)))],
  ['a part longer than the frame', riff(chunk('VP8 ', changed(LOSSY, 2, 1)))],
  ['scaled', riff(chunk('VP8 ', changed(LOSSY, 7, 0x40)))],
  ['a lossless image of another version', riff(chunk('VP8L', changed(LOSSLESS, 4, 0x20)))],
  ['a lossless image without its mark', riff(chunk('VP8L', changed(LOSSLESS, 0, 0)))],
])('what is %s has none', (_what, bytes) => {
  expect(webpSize(bytes)).toBeNull();
});
