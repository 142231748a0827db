import type { RecordedAction } from './recordedActions.ts';

const NAME_SHOWN = 40;
/** Roles that say nothing to people. */
const PLAIN = /^(div|span|li|generic|presentation|none)$/;

/** Returns the name of an action’s element for people: its label, its text, or what it is. */
export function nameOfAction({ locator, option }: RecordedAction): string {
  const role = PLAIN.test(locator.role) ? 'area' : locator.role;
  const name = option || locator.name.text || locator.text.text || role;
  return name.length > NAME_SHOWN ? `${name.slice(0, NAME_SHOWN - 1).trimEnd()}…` : name;
}

/** Returns the way to a part of the page, such as “Menu → Settings → Billing”. */
export const wayOf = (actions: readonly RecordedAction[]): string => actions.map(nameOfAction).join(' → ');
