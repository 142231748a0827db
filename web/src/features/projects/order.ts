/** Moves an item to another index. Returns the same array if nothing changes. */
export function placed(ids: readonly string[], id: string, place: number): readonly string[] {
  const from = ids.indexOf(id);
  const to = Math.min(Math.max(place, 0), ids.length - 1);
  if (from === -1 || from === to) return ids;
  const rest = ids.filter((each) => each !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}

export type Edge = 'before' | 'after';

/** Moves an item to the edge of another. */
export function dropped(ids: readonly string[], id: string, on: string, edge: Edge): readonly string[] {
  const rest = ids.filter((each) => each !== id);
  const at = rest.indexOf(on);
  if (at === -1) return ids;
  return placed(ids, id, edge === 'before' ? at : at + 1);
}
