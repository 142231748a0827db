import { t } from '../../words/palette.ts';
import { type Action, GROUPS } from './actions.ts';

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Those whose label, with the name of their group, holds the start of every typed word; in the order of groups. */
export function find(actions: readonly Action[], typed: string): Action[] {
  const asked = wordsOf(typed);
  const matches = ({ group, label }: Action) => {
    const own = wordsOf(`${t(group)} ${label}`);
    return asked.every((word) => own.some((each) => each.startsWith(word)));
  };
  return GROUPS.flatMap((group) =>
    actions.filter((action) => action.group === group && !action.isKeyOnly && matches(action)),
  );
}
