import { type Action, GROUPS } from './actions.ts';

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Those whose label holds the start of every typed word, in the order of their groups. */
export function find(actions: readonly Action[], typed: string): Action[] {
  const asked = wordsOf(typed);
  const matches = ({ label }: Action) => {
    const own = wordsOf(label);
    return asked.every((word) => own.some((each) => each.startsWith(word)));
  };
  return GROUPS.flatMap((group) =>
    actions.filter((action) => action.group === group && !action.isKeyOnly && matches(action)),
  );
}
