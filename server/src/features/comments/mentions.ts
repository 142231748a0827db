import { isVisitor, type Commenter } from './policy.ts';
import type { KnownPersonRow } from './peopleRepo.ts';

interface MentionablePerson {
  name: string;
}

const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns the people mentioned by `@` and their whole name. The longest matching name wins. */
export function mentioned<P extends MentionablePerson>(text: string, people: P[]): P[] {
  const names = people.map(({ name }) => name.normalize('NFC')).filter((name) => name !== '');
  if (names.length === 0 || !text.includes('@')) return [];
  const longestFirst = [...new Set(names)].toSorted((a, b) => b.length - a.length).map(escaped);
  const called = new RegExp(`(?<![\\p{L}\\p{N}@])@(${longestFirst.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  const named = new Set(
    [...text.normalize('NFC').matchAll(called)].map(([, name = '']) => name.toLowerCase()),
  );
  return people.filter(({ name }) => named.has(name.normalize('NFC').toLowerCase()));
}

/** Returns who can be mentioned, each name once. Visitors do not see users who only follow. */
export function mentionable(
  people: KnownPersonRow[],
  commenter: Pick<Commenter, 'userId' | 'reviewer'>,
): { name: string; isOwner: boolean }[] {
  const shown = isVisitor(commenter) ? people.filter(({ isSilent }) => !isSilent) : people;
  const byName = new Map(shown.toReversed().map((person) => [person.name.toLowerCase(), person]));
  return [...byName.values()].toReversed().map(({ name, isOwner }) => ({ name, isOwner }));
}
