import { branchesOf, replySchemaOf, type Schema } from './description.ts';
import { invalid } from './failure.ts';
import type { Ledger } from './ledger.ts';

/** Stripe’s limit. */
const LEVELS_MAX = 4;

const isList = ({ properties }: Schema) => properties?.['object']?.const === 'list';

/** An object whose id the field holds otherwise, or a list that is left out otherwise. */
function isExpandable(branches: Schema[], isLeftOut: boolean): boolean {
  const holdsId = branches.some(({ type }) => type === 'string');
  const holdsObject = branches.some(({ properties }) => properties !== undefined);
  return holdsObject && (holdsId || (isLeftOut && branches.some(isList)));
}

function assertExpandable(operation: string, wanted: string): void {
  const path = wanted.split('.');
  if (path.length > LEVELS_MAX)
    throw invalid(`You cannot expand more than 4 levels of a property (${wanted}).`);
  let branches = branchesOf(replySchemaOf(operation));
  let isFieldExpandable = false;
  for (const name of path) {
    const rows = branches.flatMap(({ type, items = {} }) => (type === 'array' ? branchesOf(items) : []));
    const owner = [...branches, ...rows].find(({ properties }) => properties?.[name]);
    branches = branchesOf(owner?.properties?.[name] ?? {});
    isFieldExpandable = isExpandable(branches, owner?.required?.includes(name) === false);
  }
  if (!isFieldExpandable) throw invalid(`This property cannot be expanded (${wanted}).`, { param: 'expand' });
}

/** Throws what Stripe answers where `expand` names a field that holds no id. */
export function checkExpand(operation: string, { expand = [] }: { expand?: string[] }): void {
  for (const wanted of expand) assertExpandable(operation, wanted);
}

/** Replaces ids by objects where `expand` names them; `data.` means each row of a list. */
export function expanded(ledger: Ledger, value: unknown, path: string[]): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return typeof value === 'string' ? (ledger.lookUp(value) ?? value) : value;
  const held = typeof value === 'string' ? ledger.lookUp(value) : value;
  if (Array.isArray(held)) return held.map((row) => expanded(ledger, row, path));
  if (typeof held !== 'object' || held === null) return value;
  const fields = held as Record<string, unknown>;
  const field = first in fields ? fields[first] : ledger.leftOut(String(fields['id']), first);
  return { ...held, [first]: expanded(ledger, field, rest) };
}
