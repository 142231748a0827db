import { SNAPSHOT_PICTURE_BYTES } from '@stagelink/shared/contracts/limits';
import { PICTURE_SIZE, PICTURE_TYPE } from '@stagelink/shared/contracts/pictures';
import { webpSize } from '@stagelink/shared/domain/webp';

const { width, height } = PICTURE_SIZE;
const QUALITIES = [0.85, 0.7, 0.5, 0.3, 0.1];
const SAMPLE = { width: 64, height: 40 };

function contextOf(size: { width: number; height: number }): CanvasRenderingContext2D | null {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  return canvas.getContext('2d', { alpha: false });
}

/** Whether all pixels have the same color, as on a page that has not drawn anything. */
function isBlank(image: ImageBitmap): boolean {
  const context = contextOf(SAMPLE);
  if (!context) return true;
  context.drawImage(image, 0, 0, SAMPLE.width, SAMPLE.height);
  const pixels = new Uint32Array(context.getImageData(0, 0, SAMPLE.width, SAMPLE.height).data.buffer);
  return pixels.every((pixel) => pixel === pixels[0]);
}

function toBlob(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => {
    canvas.toBlob(resolve, PICTURE_TYPE, quality);
  });
}

/** Browsers that cannot encode WebP return another type. */
async function encode(canvas: HTMLCanvasElement): Promise<Blob | null> {
  for (const quality of QUALITIES) {
    const blob = await toBlob(canvas, quality);
    if (blob?.type !== PICTURE_TYPE) return null;
    if (blob.size <= SNAPSHOT_PICTURE_BYTES) return blob;
  }
  return null;
}

/**
 * Encodes an untrusted picture anew, so that nothing but its pixels is kept. Checks its headers before the
 * browser decodes it. Returns null for anything but a picture of the right size, and for an empty page.
 */
export async function encodePicture(untrusted: ArrayBuffer): Promise<Blob | null> {
  const size = webpSize(new Uint8Array(untrusted));
  if (size?.width !== width || size.height !== height) return null;
  const image = await createImageBitmap(new Blob([untrusted], { type: PICTURE_TYPE }));
  const context = contextOf(PICTURE_SIZE);
  try {
    if (!context || isBlank(image)) return null;
    context.drawImage(image, 0, 0);
  } finally {
    image.close();
  }
  return encode(context.canvas);
}
