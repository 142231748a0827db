import { expect, test } from 'vitest';
import { ITEM, PAGE } from '../../testing/openai/page.ts';
import { targetsIn } from './answer.ts';
import { contextOf } from './context.ts';
import { presentMessage } from './present.ts';

const presented = (content: string, title = 'Title') => {
  const items = [{ ...ITEM, title, severity: 'fault' as const }];
  const targets = targetsIn(contextOf(PAGE), content, items);
  return presentMessage({ role: 'assistant', content, items, targets });
};

test.each([
  ['Look at E2.', 'Look at “Pay now”.'],
  ['Text is too pale (F1).', 'Text is too pale.'],
  ['**E2** and [E3]', '**“Pay now”** and “Card number”'],
  ['E2, E20 and F2', '“Pay now”, E20 and “Tap target is small”'],
])('%j is read as %j', (content, shown) => {
  expect(presented(content).content).toBe(shown);
});

test('points name what they mention, which leads to its element', () => {
  const { items, targets } = presented('', 'E2 hides E3');
  expect(items[0]?.title).toBe('“Pay now” hides “Card number”');
  expect(targets.map(({ ref }) => ref)).toEqual(['F1', 'E2', 'E3']);
});

test('a name of the page stays text in Markdown', () => {
  const [heading, ...others] = PAGE.outline?.elements ?? [];
  if (!heading || !PAGE.outline) throw new Error('The page has no heading');
  const elements = [{ ...heading, name: '[x](https://evil.example) **b**.' }, ...others];
  const context = contextOf({ outline: { ...PAGE.outline, elements }, findings: [] });
  const row = { role: 'assistant', content: 'E1', items: [], targets: targetsIn(context, 'E1', []) } as const;
  expect(presentMessage({ ...row, items: [], targets: row.targets }).content).toBe('“x b”');
});

test('what a person wrote stays as it is', () => {
  const targets = targetsIn(contextOf(PAGE), 'E2', []);
  expect(presentMessage({ role: 'user', content: 'E2?', items: [], targets }).content).toBe('E2?');
});
