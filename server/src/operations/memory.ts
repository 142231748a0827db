import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap's nursery grow no more. V8 would double it up to 100 MB when many objects live for a moment, which is
 * what a server does all day; what it has after the start is enough to let them die there.
 */
export function holdNursery(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
