import { isVisitor, type Speaker } from './policy.ts';
import type { KnownRow } from './repo.ts';

interface Named {
  name: string;
}

const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Those of these people whom a text calls by `@` and their whole name. The longer of two names counts. */
export function mentioned<P extends Named>(text: string, people: P[]): P[] {
  const names = people.map(({ name }) => name.normalize('NFC')).filter((name) => name !== '');
  if (names.length === 0 || !text.includes('@')) return [];
  const longestFirst = [...new Set(names)].toSorted((a, b) => b.length - a.length).map(escaped);
  const called = new RegExp(`(?<![\\p{L}\\p{N}@])@(${longestFirst.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  const said = new Set(
    [...text.normalize('NFC').matchAll(called)].map(([, name = '']) => name.toLowerCase()),
  );
  return people.filter(({ name }) => said.has(name.normalize('NFC').toLowerCase()));
}

/** Who can be mentioned, each name once. Visitors do not see users who only follow. */
export function mentionable(
  people: KnownRow[],
  speaker: Pick<Speaker, 'userId' | 'reviewer'>,
): { name: string; isOwner: boolean }[] {
  const shown = isVisitor(speaker) ? people.filter(({ isSilent }) => !isSilent) : people;
  const byName = new Map(shown.toReversed().map((person) => [person.name.toLowerCase(), person]));
  return [...byName.values()].toReversed().map(({ name, isOwner }) => ({ name, isOwner }));
}
