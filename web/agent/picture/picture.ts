import { drawRegion, encode } from './draw.ts';
import { copyLiveState } from './mend.ts';
import { regionAround } from './region.ts';

export { makeFirstPage } from './firstPage.ts';

const WIDEST_PX = 1280;
const FORMATS = [
  ['image/webp', 0.9],
  ['image/jpeg', 0.8],
  ['image/jpeg', 0.5],
] as const;

/** Returns a picture of the surroundings of an element without `host`, or null if the page prevents it. */
export async function makePicture(
  picked: Element,
  host: Element,
  mostBytes: number,
): Promise<ArrayBuffer | null> {
  const region = regionAround(picked.getBoundingClientRect(), window.innerWidth, window.innerHeight);
  const scale = Math.min(2, WIDEST_PX / region.width);
  const copyState = (element: Element, copy: HTMLElement) => copyLiveState(element, copy, picked);
  const canvas = await drawRegion({ region, scale, host, copyState });
  return canvas && encode(canvas, FORMATS, mostBytes);
}
