import { describe, expect, test } from 'vitest';
import { judge } from './judge.ts';
import type { NodeMatch } from './matchTypes.ts';

/** The judge only passes elements on, so any object stands for one. */
const element = {} as Element;

const statusOf = (match: Partial<NodeMatch>) =>
  judge({ status: 'lost' }, { ...REDESIGNED, ...match }, [element]).status;

/** An element that is little alike on a page that was redesigned. */
const REDESIGNED: NodeMatch = {
  now: 0,
  weight: 0.4,
  parentWeight: 0.7,
  lead: 0.1,
  neighbours: { parent: 1, before: 0, after: 0, inside: 0 },
  words: null,
  isSameTag: true,
  isOtherName: false,
  isAmongTwins: false,
  isOnlyOne: false,
  isReplaced: false,
  isGone: false,
};

test('after a redesign the match of the parent and a lead make a guess of what is little alike', () => {
  expect(statusOf({})).toBe('doubtful');
  expect(statusOf({ parentWeight: 0.2, neighbours: { ...REDESIGNED.neighbours, parent: -1 } })).toBe('lost');
  expect(statusOf({ lead: -0.1 })).toBe('lost');
});

test('an item of a list that was replaced is lost, whatever is around it', () => {
  expect(statusOf({ weight: 1, parentWeight: 1, lead: 0.3, isReplaced: true })).toBe('lost');
});

describe('an element without words whose names are all others, among more of its kind,', () => {
  const alike: NodeMatch = { ...REDESIGNED, weight: 1, parentWeight: 1, lead: 0.3 };
  const other: NodeMatch = { ...alike, isOtherName: true };

  test('is a guess by the page around it', () => {
    expect(statusOf(alike)).toBe('found');
    expect(statusOf(other)).toBe('doubtful');
  });

  test.each(['found', 'doubtful'] as const)('is a guess when its locator is %s', (status) => {
    const finding = { status, element, confidence: 0.9 };
    expect(judge(finding, alike, [element]).status).toBe('found');
    expect(judge(finding, other, [element]).status).toBe('doubtful');
  });
});
