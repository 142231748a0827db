/** The same list with one item at another place; what does not change anything answers the same list. */
export function placed(ids: readonly string[], id: string, place: number): readonly string[] {
  const from = ids.indexOf(id);
  const to = Math.min(Math.max(place, 0), ids.length - 1);
  if (from === -1 || from === to) return ids;
  const rest = ids.filter((each) => each !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}

export type Edge = 'before' | 'after';

/** The same list with one item dropped at another's edge. */
export function dropped(ids: readonly string[], id: string, on: string, edge: Edge): readonly string[] {
  const rest = ids.filter((each) => each !== id);
  const at = rest.indexOf(on);
  if (at === -1) return ids;
  return placed(ids, id, edge === 'before' ? at : at + 1);
}
