import { isDeepStrictEqual } from 'node:util';
import { UserError } from '@stagelink/shared/client/userError';
import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';

/** Name of our entry in every program. */
const NAME = 'stagelink';
const BOM = '\ufeff';

/** What an installation created, so that exactly that is taken back. */
export type Created = 'file' | 'list' | 'entry';

/** The text of a file afterwards, or null where it no longer exists; `isForeign`: the entry is not ours. */
export type Edited =
  | { text: string | null; created: Created }
  | { isForeign: true }
  /** Nothing to do. */
  | null;

const unreadable = (file: string, why: string) =>
  new UserError(
    'invalid_settings',
    `${file} cannot be read: ${why}. Nothing was written.`,
    'Correct it, then run this again.',
  );

const withoutBom = (text: string) => ({
  bom: text.startsWith(BOM) ? BOM : '',
  text: text.startsWith(BOM) ? text.slice(BOM.length) : text,
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseJson(file: string, text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length;
    throw unreadable(file, `it is not valid JSON (line ${line})`);
  }
  if (root?.type !== 'object') throw unreadable(file, 'it is not a JSON object');
  return root;
}

/** How a property is written into an object: on a line of its own, unless the object is on one. */
function placeIn(text: string, { offset, length, children = [] }: Node) {
  const inner = text.slice(offset + 1, offset + length - 1);
  const isEmpty = children.length === 0;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const line = text.slice(text.lastIndexOf('\n', offset) + 1, offset);
  const unit = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  const indent = (/^[ \t]*/.exec(line)?.[0] ?? '') + unit;
  return { isEmpty, isOneLine: !(isEmpty ? inner : text).includes('\n'), eol, unit, indent };
}

/** Writes a property at the start of an object and touches nothing else, so that it can be taken out exactly. */
function insert(text: string, object: Node, name: string, value: unknown): string {
  const { isEmpty, isOneLine, eol, unit, indent } = placeIn(text, object);
  const written = isOneLine
    ? JSON.stringify(value)
    : JSON.stringify(value, null, unit).replaceAll('\n', eol + indent);
  const property = `${isOneLine ? ' ' : eol + indent}"${name}": ${written}`;
  const end = isEmpty ? (isOneLine ? ' ' : '') : ',';
  const at = object.offset + 1;
  return text.slice(0, at) + property + end + text.slice(at);
}

/** Takes a property out of an object, with the space before it and its comma. */
function remove(text: string, value: Node): string {
  const { offset, length } = value.parent ?? value;
  const [before, after] = [text.slice(0, offset).trimEnd(), text.slice(offset + length)];
  const comma = /^\s*,/.exec(after)?.[0];
  if (comma !== undefined) return before + after.slice(comma.length);
  if (before.endsWith(',')) return before.slice(0, -1) + after;
  return before + (/^ [^\n}]*\}/.test(after) ? after.slice(1) : after);
}

/** Returns the list of servers; undefined where there is none. */
function listOf(file: string, root: Node, key: string): Node | undefined {
  const list = findNodeAtLocation(root, [key]);
  if (list === undefined || list.type === 'object') return list;
  throw unreadable(file, `“${key}” is no object`);
}

interface JsonPlace {
  file: string;
  key: string;
  entry: object;
}

/** The parser makes objects without a prototype. */
const isSame = (node: Node, entry: object): boolean =>
  isDeepStrictEqual(structuredClone(getNodeValue(node)), entry);

/** Adds our entry to a list in JSON, which may have comments. Everything else stays as it is. */
export function addToJson({ file, key, entry }: JsonPlace, before: string | null): Edited {
  if (before === null) {
    const text = `${JSON.stringify({ [key]: { [NAME]: entry } }, null, 2)}\n`;
    return { text, created: 'file' };
  }
  const { bom, text } = withoutBom(before);
  const root = parseJson(file, text);
  const list = listOf(file, root, key);
  if (!list) return { text: bom + insert(text, root, key, { [NAME]: entry }), created: 'list' };
  const found = findNodeAtLocation(list, [NAME]);
  if (!found) return { text: bom + insert(text, list, NAME, entry), created: 'entry' };
  return isSame(found, entry) ? null : { isForeign: true };
}

/** Takes our entry out of JSON, and the list and the file if they were created for it and hold nothing else. */
export function takeFromJson(
  { file, key, entry }: JsonPlace,
  before: string | null,
  created: Created,
): Edited {
  if (before === null) return null;
  const { bom, text } = withoutBom(before);
  const list = listOf(file, parseJson(file, text), key);
  const found = list && findNodeAtLocation(list, [NAME]);
  if (!list || !found) return null;
  if (!isSame(found, entry)) return { isForeign: true };
  const isListOurs = created !== 'entry' && list.children?.length === 1;
  const rest = remove(text, isListOurs ? list : found);
  const isFileOurs = created === 'file' && /^\s*\{\s*\}\s*$/.test(rest);
  return { text: isFileOurs ? null : bom + rest, created };
}

const BLOCK = [
  '# Begin of Stagelink',
  `[mcp_servers.${NAME}]`,
  'command = "stagelink"',
  'args = ["mcp"]',
  '# End of Stagelink',
];

function serversOf(file: string, text: string): Record<string, unknown> {
  try {
    const servers = parseToml(text)['mcp_servers'];
    return isObject(servers) ? servers : {};
  } catch (cause) {
    const [why = ''] = cause instanceof Error ? cause.message.split('\n') : [];
    throw unreadable(file, `it is no TOML (${why})`);
  }
}

/** Adds our table at the end of TOML. A file without a newline at its end gets none. */
export function addToToml(file: string, before: string | null): Edited {
  const text = before ?? '';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const block = BLOCK.join(eol);
  if (Object.hasOwn(serversOf(file, text), NAME)) return text.includes(block) ? null : { isForeign: true };
  const isOpen = text !== '' && !text.endsWith('\n');
  const after = isOpen ? `${text}${eol}${block}` : `${text}${block}${eol}`;
  if (!Object.hasOwn(serversOf(file, after), NAME)) throw unreadable(file, '“mcp_servers” is no table');
  return { text: after, created: before === null ? 'file' : 'entry' };
}

/** Takes our table out of TOML. */
export function takeFromToml(file: string, before: string | null, created: Created): Edited {
  if (before === null) return null;
  const eol = before.includes('\r\n') ? '\r\n' : '\n';
  const block = BLOCK.join(eol);
  if (!before.includes(block))
    return Object.hasOwn(serversOf(file, before), NAME) ? { isForeign: true } : null;
  const isOpen = before.endsWith(block);
  const text = isOpen
    ? before.slice(0, -(eol.length + block.length))
    : before.replace(`${block}${eol}`, () => '');
  return { text: created === 'file' && text === '' ? null : text, created };
}
