import { expect, test } from 'vitest';
import type { RecordedAction } from './recordedActions.ts';
import { nameOfAction, wayOf } from './wayOf.ts';

const NO_WORDS = { text: '', rare: [] };

const actionOn = (name: string, text: string, role = 'button', option?: string) =>
  ({
    kind: 'press',
    adds: true,
    locator: { name: { ...NO_WORDS, text: name }, text: { ...NO_WORDS, text }, role },
    option,
  }) as unknown as RecordedAction;

test('the way to a part names each step by its label, its text or what it is', () => {
  const steps = [actionOn('', 'Menu'), actionOn('All settings', '⚙'), actionOn('', '', 'combobox')];
  expect(wayOf(steps)).toBe('Menu → All settings → combobox');
  expect(nameOfAction(actionOn('', '', 'div'))).toBe('area');
  expect(nameOfAction(actionOn('Plan', '', 'select', 'Pro'))).toBe('Pro');
  expect(nameOfAction(actionOn('', 'x'.repeat(100)))).toBe(`${'x'.repeat(39)}…`);
});
