import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Secrets } from './secrets.ts';

function removed(text: string, ...values: string[]): string {
  const secrets = new Secrets();
  for (const value of values) secrets.add(value);
  return secrets.removeFrom(text);
}

test.each([
  ['Typed correct-seeded-password!', 'correct-seeded-password', 'Typed !'],
  ['/a?p=p%40ss%20word%2F1', 'p@ss word/1', '/a?p='],
  ['Card 4111-1111-1111-1234', '4111 1111 1111 1234', 'Card '],
  ['Card 4111111111111234', '4111 1111 1111 1234', 'Card '],
  ['Your code is 918273.', '918273', 'Your code is .'],
])('%j loses %j', (text, secret, rest) => {
  expect(removed(text, secret)).toBe(rest);
});

test.each([
  ['A button, Button and BUTTON', 'button'],
  ['1918273 and 9182734', '918273'],
  ['Tea for two', 'two'],
  ['x4111111111111234y', '4111 1111 1111 1234'],
])('%j keeps what only looks like %j', (text, secret) => {
  expect(removed(text, secret)).toBe(text);
});

test('ordinary words survive, whatever a password is', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdeinorst'), minLength: 1, maxLength: 12 });
  const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(text, fc.oneof(word, fc.string({ maxLength: 20 })), (written, password) => {
      fc.pre(!written.includes(password.trim()) || /^[a-z]*$/.test(password.trim()));
      expect(removed(written, password)).toBe(written);
    }),
  );
});
