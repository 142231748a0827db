import { expect, test } from 'vitest';
import { createTexts } from './typing.ts';

const field = new EventTarget();

/** Types character by character, as a browser reports it. */
function type(add: (text: string) => void, text: string, from = ''): void {
  for (let end = 1; end <= text.length; end += 1) add(from + text.slice(0, end));
}

function textsAfter(write: (add: (text: string) => void) => void): string[] {
  const { texts, add } = createTexts();
  write((text) => add(field, text));
  return texts.map(({ text }) => text).filter(({ length }) => length > 2);
}

test('a text takes the place of its beginning', () => {
  expect(textsAfter((add) => type(add, 'Hello there'))).toEqual(['Hello there']);
});

test('a text stays known after a script or a person has emptied its field', () => {
  const texts = textsAfter((add) => {
    type(add, 'Hello there');
    type(add, 'Second message');
    add('A pasted message');
    for (const text of ['A pasted messag', 'A pasted messa', 'A pasted']) add(text);
    add('');
    type(add, 'Third');
  });
  expect(texts).toEqual([
    'Hello there',
    'Second message',
    'A pasted message',
    'A pasted messa',
    'A pasted',
    'Third',
  ]);
});

test('editing in the middle of a text keeps its last form, and few others', () => {
  const texts = textsAfter((add) => {
    type(add, 'Hello world');
    for (let end = 1; end <= 4; end += 1) add(`Hello ${'big '.slice(0, end)}world`);
    add('Hello bigworld');
  });
  expect(texts).toEqual(['Hello big world', 'Hello bigworld']);
});

test('what is remembered is bounded', () => {
  const texts = textsAfter((add) => {
    for (let at = 0; at < 1000; at += 1) add(`${at} ${'x'.repeat(20_000)}`);
  });
  expect(texts).toHaveLength(300);
  expect(texts[0]).toHaveLength(10_000);
});
