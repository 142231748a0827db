import { describe, expect, test } from 'vitest';
import { judge } from './judge.ts';
import type { Match } from './matchTypes.ts';

/** The judge only passes elements on, so any object stands for one. */
const element = {} as Element;

const statusOf = (match: Partial<Match>) =>
  judge({ status: 'lost' }, [{ ...REDESIGNED, ...match }], 0, [element]).status;

/** An element that is little alike on a page that was redesigned. */
const REDESIGNED: Match = {
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
  isNamed: false,
  isCaptioned: false,
  isOtherValue: false,
  isLandmark: false,
  isInTwin: false,
  isUprooted: false,
  isReplaced: false,
  isOtherPart: false,
  isStandIn: false,
};

test('after a redesign the match of the parent and a lead make a guess of what is little alike', () => {
  expect(statusOf({})).toBe('doubtful');
  expect(statusOf({ parentWeight: 0.2, neighbours: { ...REDESIGNED.neighbours, parent: -1 } })).toBe('lost');
  expect(statusOf({ lead: -0.1 })).toBe('lost');
});

test('what is little alike in a block that is little alike is lost', () => {
  expect(statusOf({ parentWeight: 0.45 })).toBe('lost');
  expect(statusOf({ parentWeight: 0.45, isLandmark: true })).toBe('doubtful');
});

test('what is in a block without a counterpart is a guess only by a clear lead', () => {
  const alone = {
    weight: 0.8,
    parentWeight: 0,
    neighbours: { ...REDESIGNED.neighbours, parent: 0 },
  } as const;
  expect(statusOf({ ...alone, lead: 0.15 })).toBe('lost');
  expect(statusOf({ ...alone, lead: 0.25 })).toBe('doubtful');
});

test('an item of a list that was replaced is lost, whatever is around it', () => {
  expect(statusOf({ weight: 1, parentWeight: 1, lead: 0.3, isReplaced: true })).toBe('lost');
});

test('an item that was replaced is a guess where it has some of its words and nothing else can be it', () => {
  const { neighbours } = REDESIGNED;
  const kept = { weight: 1, parentWeight: 1, lead: 0.2, words: 0.2, isReplaced: true };
  expect(statusOf(kept)).toBe('doubtful');
  expect(statusOf({ ...kept, words: 0 })).toBe('lost');
  expect(statusOf({ ...kept, lead: 0.05 })).toBe('lost');
  expect(statusOf({ ...kept, neighbours: { ...neighbours, parent: -1 } })).toBe('lost');
  const finding = { status: 'doubtful', element, confidence: 0.4 } as const;
  expect(judge(finding, [{ ...REDESIGNED, ...kept }], 0, [element]).status).toBe('doubtful');
});

test('an item that another one has replaced is a guess where its locator is sure of the place', () => {
  const replaced = { ...REDESIGNED, weight: 0.7, lead: 0.06, words: 0, isReplaced: true };
  const finding = { status: 'found', element, confidence: 0.5 } as const;
  expect(judge(finding, [replaced], 0, [element]).status).toBe('doubtful');
  expect(judge(finding, [{ ...replaced, isNamed: true }], 0, [element]).status).toBe('found');
});

test('an item that was replaced is a guess where it has some of its words between the same neighbours', () => {
  const { neighbours } = REDESIGNED;
  const placed = { weight: 0.6, parentWeight: 1, lead: 0.02, words: 0.2, isReplaced: true };
  expect(statusOf({ ...placed, neighbours: { ...neighbours, before: 1, after: 1 } })).toBe('doubtful');
  expect(statusOf({ ...placed, neighbours: { ...neighbours, before: 1, after: -1 } })).toBe('lost');
  expect(statusOf({ ...placed, words: 0, neighbours: { ...neighbours, before: 1, after: 1 } })).toBe('lost');
});

test('an item that was replaced is lost where its content is elsewhere, also if the place has the same name', () => {
  const { neighbours } = REDESIGNED;
  const placed = { ...neighbours, before: 1, after: 1 } as const;
  const section = { weight: 0.9, parentWeight: 1, lead: 0.3, words: 0.15, isReplaced: true, isNamed: true };
  expect(statusOf({ ...section, neighbours: placed })).toBe('doubtful');
  expect(statusOf({ ...section, neighbours: { ...placed, inside: -1 } })).toBe('lost');
  expect(statusOf({ ...section, isNamed: false, neighbours: { ...placed, inside: -1 } })).toBe('lost');
});

test('an item that was replaced is lost where several others have as many of its words', () => {
  const neighbours = { ...REDESIGNED.neighbours, before: 1, after: 1 } as const;
  const alike = { weight: 0.7, parentWeight: 1, lead: 0.01, words: 0.4, isReplaced: true, neighbours };
  expect(statusOf(alike)).toBe('doubtful');
  expect(statusOf({ ...alike, isAmongTwins: true })).toBe('lost');
  expect(statusOf({ ...alike, isAmongTwins: true, lead: 0.05 })).toBe('doubtful');
});

test('where a weak locator and a tree without a lead contradict each other nothing is found', () => {
  const guess = {} as Element;
  const finding = { status: 'doubtful', element: guess, confidence: 0.1 } as const;
  const match = { ...REDESIGNED, lead: 0.02 };
  expect(judge(finding, [match], 0, [element]).status).toBe('lost');
  expect(judge(finding, [{ ...match, lead: 0.1 }], 0, [element]).status).toBe('doubtful');
  expect(judge({ ...finding, confidence: 0.3 }, [match], 0, [element]).status).toBe('doubtful');
  expect(judge(finding, [match], 0, [guess]).status).toBe('doubtful');
});

test('what is in a row that another row has replaced is lost, whatever else is alike', () => {
  const { neighbours } = REDESIGNED;
  const placed = { ...neighbours, before: 1, after: 1 } as const;
  const cell = { weight: 0.9, parentWeight: 1, lead: 0.3, words: 1, isReplaced: true, neighbours: placed };
  expect(statusOf(cell)).toBe('doubtful');
  expect(statusOf({ ...cell, isOtherPart: true })).toBe('lost');
  expect(statusOf({ ...cell, isOtherPart: true, isNamed: true })).toBe('doubtful');
  const finding = { status: 'doubtful', element: {} as Element, confidence: 0.2 } as const;
  const match = { ...REDESIGNED, ...cell, isOtherPart: true };
  expect(judge(finding, [match], 0, [element]).status).toBe('lost');
});

describe('a guess that is surely the counterpart of another element', () => {
  const guess = {} as Element;
  const finding = { status: 'doubtful', element: guess, confidence: 0.4 } as const;
  const holder = { ...REDESIGNED, now: 1 };
  const elements = [element, guess];

  test('is none where the element has no counterpart', () => {
    expect(judge(finding, [{ now: null, isGone: true }, holder], 0, elements).status).toBe('removed');
    expect(judge(finding, [{ now: null, isGone: false }, holder], 0, elements).status).toBe('lost');
    const weak = { ...holder, lead: 0.01 };
    expect(judge(finding, [{ now: null, isGone: true }, weak], 0, elements).status).toBe('doubtful');
  });

  test('comes after the counterpart of the element', () => {
    const match = { ...REDESIGNED, lead: 0.01 };
    expect(judge(finding, [match, holder], 0, elements)).toMatchObject({ element, other: guess });
    const weak = { ...holder, lead: 0.01 };
    expect(judge(finding, [match, weak], 0, elements)).toMatchObject({ element: guess, other: element });
  });
});

test('one of several equals whose number changed is lost where its block is elsewhere and its locator guesses', () => {
  const { neighbours } = REDESIGNED;
  const twin = { ...REDESIGNED, weight: 1, words: 1, isAmongTwins: true };
  const apart = { ...twin, neighbours: { ...neighbours, parent: -1 as const } };
  const finding = { status: 'doubtful', element, confidence: 0.4 } as const;
  const statusWith = (match: Match) => judge(finding, [match], 0, [element]).status;
  expect(statusWith(twin)).toBe('doubtful');
  expect(statusWith(apart)).toBe('lost');
  expect(statusWith({ ...apart, isAmongTwins: false })).toBe('doubtful');
});

test('one of several equals whose number changed is lost where its block is gone and each witness guesses at another one', () => {
  const finding = { status: 'doubtful', element: {} as Element, confidence: 0.4 } as const;
  const twin = { ...REDESIGNED, weight: 1, words: 1, isAmongTwins: true };
  const statusWith = (match: Match) => judge(finding, [match], 0, [element]).status;
  expect(statusWith(twin)).toBe('doubtful');
  expect(statusWith({ ...twin, isUprooted: true })).toBe('lost');
  expect(statusWith({ ...twin, isUprooted: true, words: 0.5 })).toBe('doubtful');
});

test('an element with a name that no other one has is a guess in whatever words, and never gone', () => {
  const renamed = { weight: 0.3, parentWeight: 0.3, lead: -0.1, words: 0 };
  expect(statusOf(renamed)).toBe('lost');
  expect(statusOf({ ...renamed, isNamed: true })).toBe('doubtful');
  expect(statusOf({ ...renamed, isNamed: true, isReplaced: true })).toBe('doubtful');
});

test('what stands in for an element is never sure, and does not contradict its locator', () => {
  const certain = { weight: 1, parentWeight: 1, lead: 0.3, words: 1 };
  expect(statusOf(certain)).toBe('found');
  expect(statusOf({ ...certain, isStandIn: true })).toBe('doubtful');
  const finding = { status: 'found', element: {} as Element, confidence: 0.6 } as const;
  expect(judge(finding, [{ ...REDESIGNED, ...certain }], 0, [element]).status).toBe('doubtful');
  const standIn = { ...REDESIGNED, ...certain, isStandIn: true };
  expect(judge(finding, [standIn], 0, [element]).status).toBe('found');
});

test('an element whose block has no counterpart is sure only with most of its words', () => {
  const uprooted = { weight: 1, parentWeight: 1, lead: 0.3, isUprooted: true };
  expect(statusOf({ ...uprooted, words: 0.9 })).toBe('found');
  expect(statusOf({ ...uprooted, words: 0.6 })).toBe('doubtful');
  expect(statusOf({ ...uprooted, words: null })).toBe('doubtful');
  const finding = { status: 'doubtful', element, confidence: 0.4 } as const;
  const confirmed = { ...REDESIGNED, ...uprooted, words: 0.6 };
  expect(judge(finding, [confirmed], 0, [element]).status).toBe('doubtful');
});

test('an element of one of several equal blocks, which is in another place now, is a guess unless its name is the only one', () => {
  const inTwin = { weight: 1, parentWeight: 1, lead: 0.3, words: 1, isInTwin: true };
  expect(statusOf(inTwin)).toBe('doubtful');
  expect(statusOf({ ...inTwin, isNamed: true })).toBe('found');
});

test('the only title of a page is found with most of its words, and a guess in others', () => {
  const title = { isLandmark: true, lead: -0.1, weight: 0.3 };
  expect(statusOf({ ...title, words: 0.6 })).toBe('found');
  expect(statusOf({ ...title, words: 0.1 })).toBe('doubtful');
  expect(statusOf({ ...title, words: 0.1, isReplaced: true })).toBe('doubtful');
});

describe('an element without words whose names are all others, among more of its kind,', () => {
  const alike: Match = { ...REDESIGNED, weight: 1, parentWeight: 1, lead: 0.3 };
  const other: Match = { ...alike, isOtherName: true };

  test('is a guess by the page around it', () => {
    expect(statusOf(alike)).toBe('found');
    expect(statusOf(other)).toBe('doubtful');
  });

  test.each(['found', 'doubtful'] as const)('is a guess when its locator is %s', (status) => {
    const finding = { status, element, confidence: 0.9 };
    expect(judge(finding, [alike], 0, [element]).status).toBe('found');
    expect(judge(finding, [other], 0, [element]).status).toBe('doubtful');
  });
});

test('what its own words find surely is doubtful where it is the counterpart of another, and none of its own is left', () => {
  const found = { status: 'found', element, confidence: 0.8 } as const;
  const gone = { now: null, isGone: false } as const;
  const another = { ...REDESIGNED, lead: 0.2 };
  expect(judge(found, [gone, another], 0, [element]).status).toBe('doubtful');
  expect(judge(found, [gone], 0, [element]).status).toBe('found');
});

test('a link in the place of another is surely the same only with most of its words', () => {
  const alike = { ...REDESIGNED, weight: 1, parentWeight: 1, lead: 0.3, words: 0.5 };
  const link = { localName: 'a' } as Element;
  const statusIn = (match: Match, now: Element) => judge({ status: 'lost' }, [match], 0, [now]).status;
  expect(statusIn(alike, link)).toBe('doubtful');
  expect(statusIn({ ...alike, words: 0.6 }, link)).toBe('found');
  expect(statusIn(alike, { localName: 'p' } as Element)).toBe('found');
});
