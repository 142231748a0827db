const ENTRIES_MAX = 100;

/** A page that a step leads to reports within this time, or not at all. */
const STEP_MS = 10_000;

/** The routes that were shown in the preview, like the history of a browser tab. */
export interface Visits {
  entries: readonly string[];
  /** Index of the shown or requested route. */
  at: number;
  /** Routes of steps back or forward whose page has not reported yet. */
  requested: readonly string[];
  requestedAtMs: number;
}

export const startVisits = (route: string): Visits => ({
  entries: [route],
  at: 0,
  requested: [],
  requestedAtMs: 0,
});

/** Records the route that the preview shows. */
export function arriveAt(visits: Visits, route: string, nowMs: number): Visits {
  const { entries, at, requestedAtMs } = visits;
  const requested = nowMs - requestedAtMs < STEP_MS ? visits.requested : [];
  const answered = requested.indexOf(route);
  // The first pages are passed through when several steps are under way.
  if (answered !== -1) return { ...visits, requested: requested.slice(answered + 1) };
  if (entries[at] === route) return visits;
  // The page of a step may redirect.
  if (requested.length > 0) return { ...visits, entries: entries.with(at, route), requested: [] };
  const next = [...entries.slice(0, at + 1), route].slice(-ENTRIES_MAX);
  return { entries: next, at: next.length - 1, requested: [], requestedAtMs: 0 };
}

/** Steps back (-1) or forward (1); null where there is nothing. */
export function stepBy(visits: Visits, by: -1 | 1, nowMs: number): Visits | null {
  const at = visits.at + by;
  const route = visits.entries[at];
  if (route === undefined) return null;
  return { ...visits, at, requested: [...visits.requested, route], requestedAtMs: nowMs };
}
