/** Letters no person would put together: digits in the middle, capitals everywhere, or no vowel for long. */
function isMadeUp(part: string): boolean {
  if (/\d/.test(part)) return part.length > 4 && !/^([a-z]+\d{1,3}|\d+)$/i.test(part);
  if (/[bcdfghjklmnpqrstvwxz]{5}/i.test(part)) return true;
  const capitals = part.slice(1).match(/[A-Z]/g)?.length ?? 0;
  return capitals > 0 && /[a-z]/.test(part) && part.length / (capitals + 1) < 2.5;
}

const partsOf = (name: string): string[] => name.match(/[^-_]+/g) ?? [];

/** `Card_title__x7Kq2` is `Card-title`, `css-1q2w3e-Button` is `css-Button`, and `kXyZab` is nothing. */
export function readable(name: string): string {
  const parts = partsOf(name);
  const kept = parts.filter((part) => !isMadeUp(part));
  const left = kept.join('-');
  // What is left of a scoped name may be no more than the tool's own prefix.
  return kept.length < parts.length && left.length < 4 ? '' : left;
}

/** Made by a program for this one rendering, as `:r1:` and `radix-:r3:` are. */
export const isGenerated = (id: string) => /[:«]|\d{4}/.test(id) || partsOf(id).some(isMadeUp);
