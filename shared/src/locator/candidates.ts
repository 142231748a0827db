import type { Locator } from './locator.ts';
import { type Page, type Place, kindOf, textOf } from './page.ts';
import { wordsOf } from './words.ts';

/** Words and attributes held by more places than this point at nothing. */
const CROWD = 40;
const LEAVES = 12;
const LIFTS = 6;
const NEARBY = 60;
const KEPT = 8;

/** The places that hold each of these words, the rarest word first, and not many of them. */
function holdersOf(page: Page, words: string[]): Place[][] {
  let left = LEAVES;
  return words
    .map((word) => page.words.get(word) ?? [])
    .filter(({ length }) => length <= CROWD)
    .sort((a, b) => a.length - b.length)
    .map((holders) => holders.filter(() => left-- > 0));
}

/** All that stands near a word, as the cells of its row do. */
function neighbourhoodOf(page: Page, leaf: Place): Place[] {
  let around = leaf;
  while (around.parent && around.parent.last - around.parent.order < NEARBY) around = around.parent;
  return page.places.slice(around.order, around.last + 1);
}

function atPath(page: Page, path: string[]): Place | undefined {
  let place = page.places[0];
  for (const step of path) {
    const [tag = '', nth] = step.split(/[:/]/);
    place = place?.kids.get(tag)?.[Number(nth) - 1];
  }
  return place;
}

function besides(place: Place): Place[] {
  const around = place.parent?.kids.get(place.tag) ?? [];
  return around.slice(Math.max(0, place.nth - 4), place.nth + 3);
}

/**
 * The places that any single signal points at, each with how many do; only the best of them, by a cheap look, are
 * worth a close one. What is where the element was is always among them, because nothing may have changed.
 */
export function candidatesFor(page: Page, locator: Locator): Place[] {
  const votes = new Map<Place, number>();
  const vote = (places: Iterable<Place>) => {
    for (const place of places) votes.set(place, (votes.get(place) ?? 0) + 1);
  };
  /**
   * What was written or drawn inside the element points at those around it as well, but a signal has one vote for each:
   * an ancestor of many leaves that have it would win otherwise.
   */
  const voteFrom = (leaves: Place[]) => {
    const places = new Set<Place>();
    for (const leaf of leaves) {
      let place: Place | null = leaf;
      for (let step = 0; place && step < LIFTS; step++, place = place.parent) {
        if (place.tag === locator.tag || textOf(page, place) === locator.text.text) places.add(place);
      }
    }
    vote(places);
  };

  const kind = kindOf(locator.tag, locator.classes);
  const keys = Object.entries(locator.attributes).map(([name, value]) => `${name}=${value}`);
  for (const key of [kind, ...keys]) {
    const holders = page.holders.get(key) ?? [];
    if (holders.length <= CROWD) voteFrom(holders);
  }
  holdersOf(page, wordsOf(locator.text.text)).forEach(voteFrom);
  const stayed = atPath(page, locator.path);
  if (stayed) vote(besides(stayed));
  const told = locator.circles.find(({ rare }) => rare.length > 0)?.rare ?? wordsOf(locator.name.text);
  const near = holdersOf(page, told)
    .flat()
    .flatMap((leaf) => neighbourhoodOf(page, leaf));
  vote(new Set(near.filter(({ tag }) => tag === locator.tag)));

  for (const [place, count] of votes) {
    const looks = place.kind === kind ? 3 : place.tag === locator.tag ? 2 : 0;
    votes.set(place, count + looks + (textOf(page, place) === locator.text.text ? 4 : 0));
  }
  const best = [...votes].sort(([, a], [, b]) => b - a).slice(0, KEPT);
  const most = best[0]?.[1] ?? 0;
  const worthy = best.filter(([, worth]) => worth * 2 > most).map(([place]) => place);
  return [...new Set(stayed ? [stayed, ...worthy] : worthy)];
}
