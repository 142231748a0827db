import { locator } from '@stagelink/shared/testing/locator';
import { expect, test } from 'vitest';
import { mergeResults, parseResult } from './measure.ts';

const finding = (selector: string, more: object = {}) => ({
  rule: 'color-contrast',
  severity: 'fault',
  locator: locator({ elementSelector: selector }),
  evidence: { text: '2 : 1', name: 'Save', html: '<a>', width: 1440, count: 1 },
  ...more,
});
const result = (findings: unknown[], more: object = {}) =>
  JSON.stringify({
    route: '/shop',
    width: 1440,
    unseen: { frames: 0, canvases: 0, shadows: 0, isCut: false },
    findings,
    ...more,
  });
const parsed = (json: string) => {
  const measured = parseResult(json);
  if (!measured) throw new Error('This is no result');
  return measured;
};

test('findings of a page that violate the contract are dropped, and the others kept', () => {
  const hostile = [
    finding('a', { rule: 'mine' }),
    finding('a', { severity: 'hint' }),
    finding('a', { evidence: { text: 'x'.repeat(301), name: '', html: '', width: 1, count: 1 } }),
    finding('a', { what: 'Buy now' }),
    JSON.parse('{"__proto__":{"rule":"label"}}') as unknown,
    null,
    'fault',
  ];
  const kept = parsed(result([...hostile, finding('b')])).findings;
  expect(kept.map(({ locator: at }) => at?.elementSelector)).toEqual(['b']);
});

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['a list', '[]'],
  ['a field too many', result([], { html: '' })],
  ['an address as its route', result([], { route: 'https://evil.test' })],
  ['too many findings', result(Array(201).fill(null))],
  ['a width of nothing', result([], { width: 0 })],
])('%s is no result', (_what, json) => {
  expect(parseResult(json)).toBeNull();
});

test('what both widths show is listed once, and results of another page are left out', () => {
  const shown = parsed(result([finding('a')]));
  const phone = parsed(result([finding('a'), finding('b')], { width: 390 }));
  const merged = mergeResults(shown, phone);
  expect(merged.widths).toEqual([1440, 390]);
  expect(merged.findings.map(({ locator: at }) => at?.elementSelector)).toEqual(['a', 'b']);
  const elsewhere = parsed(result([finding('b')], { route: '/other', width: 390 }));
  expect(mergeResults(shown, elsewhere)).toEqual({ ...shown, widths: [1440] });
  expect(mergeResults(shown, null).widths).toEqual([1440]);
});
