import { isGenerated, readable } from '../names.ts';
import { cut, tidy } from '../tokens.ts';
import type { Dom } from './dom.ts';
import {
  CHILD,
  TREE_ATTRIBUTES,
  TREE_CLASS_MAX,
  TREE_CLASSES_MAX,
  TREE_NAME_MAX,
  TREE_TEXT_MAX,
} from './limits.ts';
import type { TreeNode } from './pageTree.ts';

/** What a person typed into the page, which is never recorded. */
export interface Typed {
  isTyped: (element: Element) => boolean;
  withoutTyped: (text: string) => string;
}

const COORDINATE_MAX = 1e7;
/** Characters read of one text, and of a list of classes or an address. */
const READ_MAX = 2000;
const ADDRESSES = new Set<string>(['href', 'src']);

/** Returns a text without the places of the element's children. */
export const withoutPlaces = (text: string): string => tidy(text.replaceAll(CHILD, ''));

const stored = (text: string | null, max: number) => cut(tidy((text ?? '').slice(0, READ_MAX)), max).trim();

/** Returns the last segment of an address without its query and build hash; of one within the page its fragment. */
function lastSegment(address: string): string {
  if (/^#[\w-]+$/.test(address)) return address;
  return address
    .slice(0, READ_MAX)
    .replace(/^\s*[a-z][\w+.-]*:(?!\/\/).*|[?#].*|^\s*(?:\w+:)?\/\/[^/]*$/gis, '')
    .replace(/\/+$/, '')
    .replace(/.*\//s, '')
    .replace(/[.-][\da-f]{6,}(?=\.)/i, '');
}

/** Returns the start of the first path of a drawing, or the symbol it uses. */
function shapeOf(dom: Dom, element: Element): string {
  const drawn = element.matches('path,use') ? element : element.querySelector('path,use');
  if (!drawn) return '';
  return dom.attributeOf(drawn, 'd') ?? (dom.attributeOf(drawn, 'href') ?? '').replace(/^[^#]*/, '');
}

function attributesOf(dom: Dom, element: Element, typed: Typed, isDrawing: boolean): TreeNode['attributes'] {
  const kept: NonNullable<TreeNode['attributes']> = {};
  for (const name of TREE_ATTRIBUTES) {
    if (name === 'shape' && !isDrawing) continue;
    const written = name === 'shape' ? shapeOf(dom, element) : (dom.attributeOf(element, name) ?? '');
    const value = stored(
      ADDRESSES.has(name) ? lastSegment(written) : typed.withoutTyped(written),
      TREE_NAME_MAX,
    );
    if (value && !(name === 'name' && isGenerated(value))) kept[name] = value;
  }
  return kept;
}

const namesOf = (written: string): string[] =>
  [...new Set(written.slice(0, READ_MAX).split(/\s+/).map(readable))]
    .filter(({ length }) => length > 0 && length <= TREE_CLASS_MAX)
    .map((name) => cut(name, TREE_CLASS_MAX))
    .slice(0, TREE_CLASSES_MAX);

const within = (value: number, least: number) =>
  Math.round(Math.min(COORDINATE_MAX, Math.max(least, value || 0)));

/** Returns a box in pixels of the page; undefined when the element is not rendered. */
export function pageBox(
  { left, top, width, height }: DOMRect,
  shift: readonly [number, number],
): TreeNode['box'] {
  if (width === 0 && height === 0) return undefined;
  return [
    within(left + shift[0], -COORDINATE_MAX),
    within(top + shift[1], -COORDINATE_MAX),
    within(width, 0),
    within(height, 0),
  ];
}

/** Returns the start of a text, with the places of the element's children where all of it fits. */
function ownText(marked: string, typed: Typed): string {
  const plain = withoutPlaces(marked.slice(0, READ_MAX));
  const kept = typed.withoutTyped(plain);
  const whole = tidy(marked);
  const isWhole = kept === plain && plain !== '' && whole.length <= TREE_TEXT_MAX;
  return stored(isWhole ? whole : kept, TREE_TEXT_MAX);
}

interface Described {
  parent: number;
  /** Its own text as the page contains it, with `CHILD` where its elements are. */
  text: string;
  box: TreeNode['box'];
  /** Recorded without its parts. */
  isDrawing: boolean;
  /** Whether people type into it: then nothing of it is recorded but that it is there. */
  isTyped: boolean;
}

/** Describes an element as a node of a page tree. */
export function describeNode(
  dom: Dom,
  element: Element,
  typed: Typed,
  { parent, text, box, isDrawing, isTyped }: Described,
): TreeNode {
  const node: TreeNode = { parent, tag: stored(dom.tagOf(element), TREE_NAME_MAX) || 'div' };
  if (box) node.box = box;
  const classes = namesOf(dom.attributeOf(element, 'class') ?? '');
  if (classes.length > 0) node.classes = classes;
  if (isTyped) return node;
  const id = stored(dom.attributeOf(element, 'id'), TREE_NAME_MAX);
  if (id && !isGenerated(id)) node.id = id;
  const attributes = attributesOf(dom, element, typed, isDrawing);
  if (attributes && Object.keys(attributes).length > 0) node.attributes = attributes;
  const own = ownText(text, typed);
  if (own) node.text = own;
  return node;
}
