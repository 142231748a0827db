import { readStored, writeStored } from './localStore.ts';
import { uuid } from './uuid.ts';

/** Identity of a visitor: a secret of this browser and an optional name. */

const ID = 'anonymous-id';
const NAME = 'visitor-name';

// The id lasts as long as the page if there is no storage.
let unstored: string | undefined;

/** A secret: it authorizes changes to the visitor's comments. */
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
