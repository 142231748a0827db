import { t } from './copy.ts';
import { type Action, GROUPS } from '../../lib/keyboard/actions.ts';

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/**
 * Returns actions whose label or group contains a word starting with each typed word, in the order of
 * groups.
 */
export function find(actions: readonly Action[], typed: string): Action[] {
  const typedWords = wordsOf(typed);
  const matches = ({ group, label }: Action) => {
    const own = wordsOf(`${t(group)} ${label}`);
    return typedWords.every((word) => own.some((each) => each.startsWith(word)));
  };
  return GROUPS.flatMap((group) =>
    actions.filter((action) => action.group === group && !action.isKeyOnly && matches(action)),
  );
}
