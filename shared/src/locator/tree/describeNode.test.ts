import { expect, test } from 'vitest';
import { describeNode } from './describeNode.ts';
import type { Dom } from './dom.ts';
import { CHILD, TREE_TEXT_MAX } from './limits.ts';

const dom = { tagOf: () => 'p', attributeOf: () => null } as unknown as Dom;

function textOf(text: string, withoutTyped = (one: string) => one): string | undefined {
  const typed = { isTyped: () => false, withoutTyped };
  const described = { parent: 0, text, box: undefined, isDrawing: false, isTyped: false };
  return describeNode(dom, {} as Element, typed, described).text;
}

test('a short text says where the elements in it are', () => {
  expect(textOf(` Open:\n ${CHILD}  of  ${CHILD} `)).toBe(`Open: ${CHILD} of ${CHILD}`);
});

test('an element with nothing but elements in it has no text', () => {
  expect(textOf(` ${CHILD} \n ${CHILD}`)).toBeUndefined();
});

test('a long text is cut, and says nothing of the elements in it', () => {
  const text = textOf(`${'word '.repeat(60)}${CHILD} end`);
  expect(text).not.toContain(CHILD);
  expect(text).toHaveLength(TREE_TEXT_MAX - 1);
});

test('what a person typed is taken out although an element divides it', () => {
  const text = textOf(`Hello my ${CHILD} secret, and welcome`, (one) => one.replaceAll('my secret', ''));
  expect(text).toBe('Hello , and welcome');
});
