/** Size of an image in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

interface Chunk {
  name: string;
  start: number;
  size: number;
}

const HEADER_BYTES = 12;
/** An extended image has at most its header, a color profile, an alpha plane and the image itself. */
const CHUNKS_MAX = 4;
const ANIMATED = 0x02;

const textAt = (view: DataView, at: number) =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));

/** Returns the chunks, or null unless they fill the file exactly. */
function chunksOf(view: DataView): Chunk[] | null {
  if (view.byteLength < HEADER_BYTES) return null;
  if (textAt(view, 0) !== 'RIFF' || textAt(view, 8) !== 'WEBP') return null;
  if (view.getUint32(4, true) !== view.byteLength - 8) return null;
  const chunks: Chunk[] = [];
  let at = HEADER_BYTES;
  while (at < view.byteLength) {
    if (chunks.length === CHUNKS_MAX || at + 8 > view.byteLength) return null;
    const chunk = { name: textAt(view, at), start: at + 8, size: view.getUint32(at + 4, true) };
    chunks.push(chunk);
    at = chunk.start + chunk.size + (chunk.size % 2);
  }
  return at === view.byteLength ? chunks : null;
}

const BYTES_BEFORE_FRAME = 10;
/** Bits of a side that ask for scaling. */
const SCALED = 0xc000;

/** Reads the frame header of a lossy image (RFC 6386, 9.1): a shown key frame without scaling. */
function lossySize(view: DataView, { start, size }: Chunk): ImageSize | null {
  if (size <= BYTES_BEFORE_FRAME) return null;
  const tag = view.getUint16(start, true) | (view.getUint8(start + 2) << 16);
  const isKeyFrame = (tag & 1) === 0;
  const isShown = ((tag >> 4) & 1) === 1;
  const firstPartition = tag >> 5;
  if (!isKeyFrame || !isShown || firstPartition === 0 || firstPartition > size - BYTES_BEFORE_FRAME)
    return null;
  if (view.getUint16(start + 3, true) !== 0x01_9d || view.getUint8(start + 5) !== 0x2a) return null;
  const [width, height] = [view.getUint16(start + 6, true), view.getUint16(start + 8, true)];
  return (width | height) & SCALED ? null : { width, height };
}

/** Reads the header of a lossless image (RFC 9649, 3.4). */
function losslessSize(view: DataView, { start, size }: Chunk): ImageSize | null {
  if (size <= 5 || view.getUint8(start) !== 0x2f) return null;
  const bits = view.getUint32(start + 1, true);
  if (bits >>> 29 !== 0) return null;
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function imageSize(view: DataView, chunk: Chunk): ImageSize | null {
  if (chunk.name === 'VP8 ') return lossySize(view, chunk);
  return chunk.name === 'VP8L' ? losslessSize(view, chunk) : null;
}

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);

/** Returns the canvas size of an extended image; null for an animation. */
function canvasSize(view: DataView, { start, size }: Chunk): ImageSize | null {
  if (size !== 10 || (view.getUint8(start) & ANIMATED) !== 0) return null;
  return { width: uint24(view, start + 4) + 1, height: uint24(view, start + 7) + 1 };
}

const PARTS_BEFORE_IMAGE = new Set(['', 'ICCP', 'ALPH', 'ICCP ALPH']);

/**
 * Returns the size of a still WebP image (RFC 9649); null for other bytes, animations, images with metadata
 * or trailing bytes, and headers that contradict each other. Reads headers only, so it cannot be made to
 * use memory or time by what the image contains.
 */
export function webpSize(bytes: Uint8Array): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = chunksOf(view);
  const image = chunks?.at(-1);
  const size = image ? imageSize(view, image) : null;
  const [first] = chunks ?? [];
  if (!chunks || !first || !size || chunks.length === 1) return size;
  if (first.name !== 'VP8X') return null;
  const between = chunks.slice(1, -1).map(({ name }) => name);
  const canvas = canvasSize(view, first);
  const isConsistent = canvas?.width === size.width && canvas.height === size.height;
  return isConsistent && PARTS_BEFORE_IMAGE.has(between.join(' ')) ? size : null;
}
