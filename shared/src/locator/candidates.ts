import type { Locator } from './locator.ts';
import { type Page, type NodeInfo, kindOf, textOf } from './domIndex.ts';
import { wordsOf } from './tokens.ts';

/** Words and attributes of more nodes than this are no evidence. */
const CROWD = 40;
const LEAVES = 12;
const LIFTS = 6;
const NEARBY = 60;
const KEPT = 8;

/** Returns the nodes of each word, rarest word first, without words of too many nodes. */
function holdersOf(page: Page, words: string[]): NodeInfo[][] {
  let left = LEAVES;
  return words
    .map((word) => page.words.get(word) ?? [])
    .filter(({ length }) => length <= CROWD)
    .sort((a, b) => a.length - b.length)
    .map((holders) => holders.filter(() => left-- > 0));
}

/** Returns the nodes near a word, such as the cells of its row. */
function neighbourhoodOf(page: Page, leaf: NodeInfo): NodeInfo[] {
  let around = leaf;
  while (around.parent && around.parent.last - around.parent.order < NEARBY) around = around.parent;
  return page.places.slice(around.order, around.last + 1);
}

function atPath(page: Page, path: string[]): NodeInfo | undefined {
  let place = page.places[0];
  for (const step of path) {
    const [tag = '', nth] = step.split(/[:/]/);
    place = place?.kids.get(tag)?.[Number(nth) - 1];
  }
  return place;
}

function besides(place: NodeInfo): NodeInfo[] {
  const around = place.parent?.kids.get(place.tag) ?? [];
  return around.slice(Math.max(0, place.nth - 4), place.nth + 3);
}

/**
 * Returns the nodes with most votes: each signal votes for the nodes it points at, and a cheap comparison
 * keeps the best. Always contains the node at the old position, because the page may be unchanged.
 */
export function candidatesFor(page: Page, locator: Locator): NodeInfo[] {
  const votes = new Map<NodeInfo, number>();
  const vote = (places: Iterable<NodeInfo>) => {
    for (const place of places) votes.set(place, (votes.get(place) ?? 0) + 1);
  };
  /**
   * A text inside the element also votes for nodes around it, but only once per signal: otherwise an
   * ancestor of many matching leaves would win.
   */
  const voteFrom = (leaves: NodeInfo[]) => {
    const places = new Set<NodeInfo>();
    for (const leaf of leaves) {
      let place: NodeInfo | null = leaf;
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
  const distinctive = locator.circles.find(({ rare }) => rare.length > 0)?.rare ?? wordsOf(locator.name.text);
  const near = holdersOf(page, distinctive)
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
