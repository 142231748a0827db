import type { Selection } from '@stagelink/shared/preview/selection';
import { drawRegion, encode } from './draw.ts';
import { copyLiveState } from './liveState.ts';
import { type Region, regionAround, regionOf } from './region.ts';

export { makeFirstPage } from './firstPage.ts';

const WIDEST_PX = 1280;
const FORMATS = [
  ['image/webp', 0.9],
  ['image/jpeg', 0.8],
  ['image/jpeg', 0.5],
] as const;

function regionFor(picked: Element, selection: Selection | undefined): Region {
  const box = picked.getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  if (selection?.kind !== 'region') return regionAround(box, innerWidth, innerHeight);
  const rectangle = {
    left: box.left + selection.x * box.width,
    top: box.top + selection.y * box.height,
    width: selection.width * box.width,
    height: selection.height * box.height,
  };
  return regionOf(rectangle, innerWidth, innerHeight);
}

/**
 * Returns a picture of a dragged rectangle or of the surroundings of an element, without `host`; null if the
 * page prevents it.
 */
export async function makePicture(
  picked: Element,
  host: Element,
  mostBytes: number,
  selection?: Selection,
): Promise<ArrayBuffer | null> {
  const region = regionFor(picked, selection);
  const scale = Math.min(2, WIDEST_PX / region.width);
  const copyState = (element: Element, copy: HTMLElement) => copyLiveState(element, copy, picked);
  const canvas = await drawRegion({ region, scale, host, copyState });
  return canvas && encode(canvas, FORMATS, mostBytes);
}
