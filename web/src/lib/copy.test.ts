import { expect, test } from 'vitest';
import { defineCopy } from './copy.ts';

const t = defineCopy({
  plain: 'Nothing to fill in',
  greeting: 'Hello {{name}}, {{name}} of {{place}}',
  file_one: '{{count}} file',
  file_other: '{{count}} files',
  minutes: '{{count}}m ago',
});

test('a text is given as it is written', () => {
  expect(t('plain')).toBe('Nothing to fill in');
});

test('values replace their names, and are not searched for names themselves', () => {
  expect(t('greeting', { name: 'Ada', place: '{{name}} $&' })).toBe('Hello Ada, Ada of {{name}} $&');
});

test.each([
  [0, '0 files'],
  [1, '1 file'],
  [2, '2 files'],
])('%d is counted in the right number', (count, text) => {
  expect(t('file', { count })).toBe(text);
});

test('a text with one form for every count keeps it', () => {
  expect(t('minutes', { count: 1 })).toBe('1m ago');
});

test.each([
  ['a right-to-left override', 'Ada \u202Egnp.exe', 'Ada \u202Egnp.exe'],
  ['another script', 'עדה', 'עדה'],
  ['the end of an isolation', 'Ada\u2069\u202E', 'Ada\u202E'],
])('a name with %s does not turn the text around it', (_what, name, shown) => {
  expect(t('greeting', { name, place: 'Łódź' })).toBe(
    `Hello \u2068${shown}\u2069, \u2068${shown}\u2069 of Łódź`,
  );
});
