/**
 * Whether a part of a name is generated: digits in the middle, capitals throughout, or a long run without
 * vowels.
 */
function isMadeUp(part: string): boolean {
  if (/\d/.test(part)) return part.length > 4 && !/^([a-z]+\d{1,3}|\d+)$/i.test(part);
  if (/[bcdfghjklmnpqrstvwxz]{5}/i.test(part)) return true;
  const capitals = part.slice(1).match(/[A-Z]/g)?.length ?? 0;
  return capitals > 0 && /[a-z]/.test(part) && part.length / (capitals + 1) < 2.5;
}

const partsOf = (name: string): string[] => name.match(/[^-_]+/g) ?? [];

/**
 * Returns the readable parts: `Card_title__x7Kq2` becomes `Card-title`, `css-1q2w3e-Button` becomes
 * `css-Button`, `kXyZab` becomes empty.
 */
export function readable(name: string): string {
  const parts = partsOf(name);
  const kept = parts.filter((part) => !isMadeUp(part));
  const left = kept.join('-');
  // The rest of a scoped name may be only the tool's prefix.
  return kept.length < parts.length && left.length < 4 ? '' : left;
}

/** Whether an id was generated for one rendering, such as `:r1:` and `radix-:r3:`. */
export const isGenerated = (id: string) => /[:«]|\d{4}/.test(id) || partsOf(id).some(isMadeUp);
