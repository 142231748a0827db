import { readStored, writeStored } from './stored.ts';
import { uuid } from './uuid.ts';

/** Who somebody without an account is to us: a secret of this browser, and what they call themselves. */

const ID = 'anonymous-id';
const NAME = 'visitor-name';

// For a browser that keeps nothing for us: as long as the page is open.
let unstored: string | undefined;

/** Whoever knows it may change what was written with it. */
export function anonymousId(): string {
  const known = readStored(ID) ?? unstored;
  if (known) return known;
  const made = uuid() + uuid();
  unstored = made;
  writeStored(ID, made);
  return made;
}

export const visitorName = () => readStored(NAME) ?? '';

export const rememberName = (name: string) => void writeStored(NAME, name === '' ? null : name);
