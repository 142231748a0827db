import { nearest } from './around.ts';
import { countOf, type Loose, looseOf, textOf, type Clue } from './clue.ts';

/** Attributes of the form `path:line:column`, perhaps with the tag after it. */
const WHOLE: Record<string, Clue['by']> = {
  'data-insp-path': 'attribute', // code-inspector
  'data-v-inspector': 'vue', // vite-plugin-vue-inspector
  'data-locatorjs': 'attribute', // LocatorJS
  'data-source-loc': 'solid', // solid-devtools
  'data-tsd-source': 'attribute', // TanStack devtools
  'data-qwik-inspector': 'attribute',
  'data-lov-id': 'attribute',
  'data-dyad-id': 'attribute',
};
/** A file, its line, and perhaps its column, in attributes of their own. */
const PARTS: readonly { file: string; line?: string; column?: string }[] = [
  // react-dev-inspector, vite-plugin-react-inspector
  { file: 'data-inspector-relative-path', line: 'data-inspector-line', column: 'data-inspector-column' },
  { file: 'data-astro-source-file', line: 'data-astro-source-loc' },
  { file: 'data-component-path', line: 'data-component-line' },
];
/** LocatorJS with its data apart from the page. */
const BY_ID = 'data-locatorjs-id';
const PLACE = /^(.+?\.\w{1,10}):(\d{1,8})(?::(\d{1,8}))?(?::[\w.-]{1,80})?$/s;

type Place = Pick<Clue, 'by' | 'file' | 'line' | 'column'>;

const numberIn = (text: string | null | undefined) => countOf(Number(text));

function wholeOf(element: Element): Place | null {
  for (const [name, by] of Object.entries(WHOLE)) {
    const [, file, line, column] = PLACE.exec(element.getAttribute(name) ?? '') ?? [];
    if (file !== undefined) return { by, file, line: numberIn(line), column: numberIn(column) };
  }
  return null;
}

function partsOf(element: Element): Place | null {
  for (const { file, line, column } of PARTS) {
    const path = element.getAttribute(file);
    if (!path) continue;
    const [first, second] = (line ? (element.getAttribute(line) ?? '') : '').split(':');
    const after = column ? element.getAttribute(column) : second;
    return { by: 'attribute', file: path, line: numberIn(first), column: numberIn(after) };
  }
  return null;
}

/** The number of an expression in the data that LocatorJS collects while the scripts load. */
function byId(element: Element): Place | null {
  const [, path, index] = /^(.+)::(\d{1,6})$/s.exec(element.getAttribute(BY_ID) ?? '') ?? [];
  if (path === undefined) return null;
  const data = looseOf(looseOf((window as unknown as Loose)['__LOCATOR_DATA__'])?.[path]);
  const expressions = data?.['expressions'];
  const expression: unknown = Array.isArray(expressions) ? expressions[Number(index)] : undefined;
  const start = looseOf(looseOf(looseOf(expression)?.['loc'])?.['start']);
  const column = start?.['column'];
  return {
    by: 'attribute',
    file: textOf(data?.['filePath'])?.replace(/^\/+/, '') ?? path,
    line: countOf(start?.['line']),
    column: typeof column === 'number' ? countOf(column + 1) : undefined,
  };
}

/** Reads the attributes that locator plugins of bundlers add to elements. */
export function fromAttributes(element: Element): Clue | null {
  const clue = nearest(element, (at) => wholeOf(at) ?? partsOf(at) ?? byId(at));
  return clue && { ...clue.found, isOwn: clue.isOwn };
}
