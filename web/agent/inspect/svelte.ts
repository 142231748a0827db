import { nearest } from './around.ts';
import { countOf, type Loose, looseOf, textOf, type Clue } from './clue.ts';

const COMPONENTS_MAX = 8;

/** Svelte 5 keeps what an element is in: blocks, and components with their tags. */
function componentsIn(meta: Loose): string[] {
  const names: string[] = [];
  let at = looseOf(meta['parent']);
  for (let step = 0; at && step < 50 && names.length < COMPONENTS_MAX; step += 1) {
    const name = textOf(at['componentTag']);
    if (name) names.push(name);
    at = looseOf(at['parent']);
  }
  return names;
}

/** Reads what a development build of Svelte keeps at its elements. */
export function fromSvelte(element: Element): Clue | null {
  const clue = nearest(element, (at) => looseOf((at as unknown as Loose)['__svelte_meta']));
  const loc = clue && looseOf(clue.found['loc']);
  if (!loc) return null;
  const { line, column } = loc;
  // Svelte 4, which also says the character, counts lines from 0; both count columns from 0.
  const first = 'char' in loc ? 0 : 1;
  return {
    by: 'svelte',
    file: textOf(loc['file']),
    line: typeof line === 'number' ? countOf(line + 1 - first) : undefined,
    column: typeof column === 'number' ? countOf(column + 1) : undefined,
    components: componentsIn(clue.found),
    isOwn: clue.isOwn,
  };
}
