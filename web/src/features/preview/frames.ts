import * as z from 'zod/mini';
import { readStored, writeStored } from '../../lib/localStore.ts';

/** Preview sizes, in CSS pixels. */

export const DEVICES = ['fit', 'desktop', 'laptop', 'tablet', 'phone', 'custom'] as const;
export type Device = (typeof DEVICES)[number];

export interface Size {
  width: number;
  height: number;
}

export const SIDE_MIN = 200;
export const SIDE_MAX = 4000;

const Side = z.int().check(z.gte(SIDE_MIN), z.lte(SIDE_MAX));
export const isSide = (pixels: number): boolean => Side.safeParse(pixels).success;
const Frame = z.object({
  device: z.enum(DEVICES),
  isRotated: z.boolean(),
  custom: z.object({ width: Side, height: Side }),
});
/** The chosen preview size. */
export type Frame = z.infer<typeof Frame>;

/** Size of the frame; without a height it is as high as the available space. */
export interface FrameSize {
  width: number;
  height: number | null;
}

const SIZES: Record<Exclude<Device, 'fit' | 'custom'>, FrameSize> = {
  desktop: { width: 1440, height: null },
  laptop: { width: 1280, height: null },
  tablet: { width: 768, height: 1024 },
  phone: { width: 390, height: 844 },
};

const FIRST: Frame = { device: 'fit', isRotated: false, custom: { width: 1280, height: 800 } };

/** Null fills the available space. */
export function sizeOf({ device, isRotated, custom }: Frame): FrameSize | null {
  if (device === 'fit') return null;
  const { width, height } = device === 'custom' ? custom : SIZES[device];
  return isRotated && height !== null ? { width: height, height: width } : { width, height };
}

/** Relative difference below which widths count as equal. */
const ALIKE = 0.1;

/** Returns the size in which a comment was written; null if the present size is close enough. */
export function frameFor(seen: Size | undefined, present: FrameSize): Size | null {
  if (!seen || seen.width < SIDE_MIN || seen.height < SIDE_MIN) return null;
  return Math.abs(seen.width - present.width) / present.width <= ALIKE ? null : seen;
}

const KEY = 'viewer-size';

export function readFrame(): Frame {
  try {
    return Frame.safeParse(JSON.parse(readStored(KEY) ?? 'null')).data ?? FIRST;
  } catch {
    return FIRST;
  }
}

export const keepFrame = (frame: Frame) => void writeStored(KEY, JSON.stringify(frame));
