import { projectPath } from '@stagelink/shared/domain/projectPath';
import { isGenerated, readable } from '@stagelink/shared/locator/names';
import { tidy } from '@stagelink/shared/locator/tokens';
import type { ElementSource } from '@stagelink/shared/preview/inspection';
import {
  COMPONENT_MAX,
  COMPONENTS_MAX,
  FILE_MAX,
  SEARCH_MAX,
  SEARCHES_MAX,
  SOURCES_MAX,
} from '@stagelink/shared/preview/inspectionLimits';
import { own } from '../pins/own.ts';
import { fromAttributes } from './attributes.ts';
import type { Clue } from './clue.ts';
import type { Mapper } from './frames.ts';
import { fromReact } from './react.ts';
import { fromSvelte } from './svelte.ts';
import { fromVue } from './vue.ts';

const POSITION_MAX = 10_000_000;
/** Classes that many elements of a project have in common are found everywhere. */
const UTILITY =
  /[:[\]/]|^-?(?:[a-z]{1,3}|[a-z]+(?:-[a-z]+)?-(?:\d.*|auto|full|none|px|xs|sm|md|lg|xl|center|start|end))$/;
const PHRASE = { min: 3, max: 60 };

const positionOf = (value: number | undefined) =>
  value !== undefined && value <= POSITION_MAX ? value : undefined;

/** Never says a file that is not sure to be the right one as `exact`. */
function sourceOf({ by, components = [], isOwn, isGuess = false, ...place }: Clue): ElementSource | null {
  const path = place.file === undefined ? null : projectPath(place.file);
  const file = path && path.path.length <= FILE_MAX ? own.storable(path.path) : null;
  const names = components
    .slice(0, COMPONENTS_MAX)
    .map((name) => own.storable(own.cut(name, 0, COMPONENT_MAX)));
  if (!file && names.length === 0) return null;
  const line = positionOf(place.line);
  const column = positionOf(place.column);
  return {
    certainty: !file ? 'hint' : isOwn && path?.isWhole && !isGuess ? 'exact' : 'likely',
    by,
    ...(file && { file }),
    ...(file && line && { line }),
    ...(file && line && column && { column }),
    ...(names.length > 0 && { components: names }),
  };
}

/** Returns what of the element itself may be written in the source. */
function searchFor(element: Element, text: string): ElementSource | null {
  const phrase = tidy(text);
  const classes = [...element.classList].filter(
    (name) => !UTILITY.test(name) && readable(name) === name.replaceAll('_', '-'),
  );
  const { id } = element;
  const search = [
    element.getAttribute('data-testid'),
    id !== '' && !isGenerated(id) && id,
    ...classes.slice(0, 2),
    phrase.length >= PHRASE.min && phrase.length <= PHRASE.max && phrase,
  ].filter((one): one is string => typeof one === 'string' && one !== '' && one.length <= SEARCH_MAX);
  if (search.length === 0) return null;
  return { certainty: 'hint', by: 'page', search: [...new Set(search)].slice(0, SEARCHES_MAX) };
}

const ORDER = ['exact', 'likely', 'hint'];

/** Returns where an element is in the source, as far as the page shows it, the surest first. `text` is without what was typed. */
export async function sourcesOf(element: Element, text: string, map: Mapper): Promise<ElementSource[]> {
  const readers = [
    () => fromAttributes(element),
    () => fromReact(element, map),
    () => fromVue(element),
    () => fromSvelte(element),
  ];
  const clues = await Promise.all(
    // The page may have put anything where its framework keeps these.
    readers.map(async (read) => {
      try {
        return await read();
      } catch {
        return null;
      }
    }),
  );
  const sources = clues.flatMap((one) => (one && sourceOf(one)) ?? []);
  const hint = searchFor(element, text);
  return [...sources, ...(hint ? [hint] : [])]
    .sort((a, b) => ORDER.indexOf(a.certainty) - ORDER.indexOf(b.certainty))
    .slice(0, SOURCES_MAX);
}
