interface WebpSpec {
  width?: number;
  height?: number;
  /** Size of the whole file. */
  bytes?: number;
  /** Makes files of the same size differ. */
  seed?: number;
  /** Canvas of an extended image; absent for a simple one. */
  canvas?: { width: number; height: number; isAnimated?: boolean };
}

export function chunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

export function riff(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** Frame of a lossy image with `size` bytes. */
export function lossyFrame(width: number, height: number, size: number, seed = 1): Buffer {
  const frame = Buffer.alloc(size, seed);
  const isShown = 1 << 4;
  frame.writeUIntLE(isShown | (4 << 5), 0, 3);
  frame.set([0x9d, 0x01, 0x2a], 3);
  frame.writeUInt16LE(width, 6);
  frame.writeUInt16LE(height, 8);
  return frame;
}

/** Builds a WebP file that has valid headers, and filler in place of an image. */
export function forgeWebp({ width = 1280, height = 800, bytes = 400, seed, canvas }: WebpSpec = {}): Buffer {
  const extended = Buffer.alloc(canvas ? 10 : 0);
  if (canvas) {
    extended[0] = canvas.isAnimated ? 0x02 : 0;
    extended.writeUIntLE(canvas.width - 1, 4, 3);
    extended.writeUIntLE(canvas.height - 1, 7, 3);
  }
  const before = canvas ? [chunk('VP8X', extended)] : [];
  const used = before.reduce((sum, one) => sum + one.length, 12 + 8);
  return riff(...before, chunk('VP8 ', lossyFrame(width, height, bytes - used, seed)));
}
