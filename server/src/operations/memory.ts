import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the heap's nursery as small as it begins. V8 would double it up to 100 MB when many objects live for a moment,
 * which is what a server does all day; and what a large one is slow to collect are the bytes that arrive, which lie
 * beside the heap and do not fill it.
 */
export function holdNursery(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
