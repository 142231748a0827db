import { locator } from '@stagelink/shared/testing/locator';
import { describe, expect, test } from 'vitest';
import {
  answeredIn,
  begin,
  draftIn,
  isOpenAtPin,
  isWriting,
  next,
  openIn,
  type PinDraft,
  type ThreadEvent,
  type ThreadState,
} from './threadMachine.ts';

const draftNamed = (elementName: string): PinDraft => ({
  placed: {
    picked: {
      locator: locator(),
      elementName,
      elementHtml: '',
      page: { scroll: { x: 0, y: 0 }, opened: [] },
    },
    context: {
      route: '/',
      title: '',
      viewport: { width: 0, height: 0 },
      browser: '',
      elementName,
      elementHtml: '',
      page: null,
    },
    version: 1,
  },
  picture: Promise.resolve(null),
  inspection: Promise.resolve(null),
});
const draft = draftNamed('Pay');
const other = draftNamed('Cancel');

const closed = { name: 'closed' } as const;
const inList = { name: 'list', open: 'a' } as const;
const atPin = { name: 'atPin', open: 'a' } as const;
const replying = { name: 'replying', place: 'list', open: 'a', to: 'a' } as const;
const replyingBesideB = { ...replying, open: 'b' } as const;
const replyingAtPin = { name: 'replying', place: 'pin', open: 'a' } as const;
const drafting = { name: 'drafting', draft, reading: closed } as const;
const draftingOverPin = { name: 'drafting', draft, reading: atPin } as const;
const aside = { name: 'aside', draft, reading: atPin } as const;
const asideReplying = { name: 'aside', draft, reading: replyingAtPin } as const;
const picking = { name: 'picking', purpose: 'new', mode: 'one', answer: null, base: closed } as const;
const answer = { document: 1, isBlocked: false };

const openedB = { type: 'opened', thread: 'b', isAtPin: false } as const;
const pressedB = { type: 'opened', thread: 'b', isAtPin: true } as const;
const selectedB = { type: 'selected', thread: 'b' } as const;
const listed = { type: 'listed' } as const;
const close = { type: 'closed' } as const;
const replyA = { type: 'replyBegun', thread: 'a' } as const;
const endReply = { type: 'replyEnded' } as const;
const pick = { type: 'pickBegun', purpose: 'new' } as const;
const endPick = { type: 'pickEnded' } as const;
const drafted = { type: 'drafted', draft: other } as const;
const endDraft = { type: 'draftEnded' } as const;

const listB = { name: 'list', open: 'b' } as const;
const pinB = { name: 'atPin', open: 'b' } as const;
const over = (base: typeof picking.base | object) => ({ ...picking, base });

/** Each state with each event that changes it. */
const STEPS: [string, ThreadState, ThreadEvent, object][] = [
  ['a thread opens in the list', closed, openedB, listB],
  ['a pressed pin opens its thread', closed, pressedB, pinB],
  ['a thread is selected in the list', closed, selectedB, listB],
  ['a reply begins in the list', closed, replyA, replying],
  ['picking begins', closed, pick, picking],
  ['a long press begins a comment', closed, drafted, { ...drafting, draft: other }],

  ['another thread opens in the list', inList, openedB, listB],
  ['a pin is pressed beside the list', inList, pressedB, pinB],
  ['another thread takes its place', inList, selectedB, listB],
  ['the thread in the list closes', inList, close, closed],
  ['it is answered', inList, replyA, replying],
  ['picking begins over the list', inList, pick, over(inList)],

  ['the list opens', atPin, listed, inList],
  ['another thread is walked to', atPin, pressedB, pinB],
  ['a thread opens in the list instead', atPin, openedB, listB],
  ['another thread takes its place at its pin', atPin, selectedB, pinB],
  ['the thread at its pin closes', atPin, close, closed],
  ['it is answered at its pin', atPin, replyA, replyingAtPin],
  ['picking begins over it', atPin, pick, over(atPin)],
  ['a comment begins over it', atPin, drafted, { ...draftingOverPin, draft: other }],

  ['a reply stays while another thread opens', replying, openedB, replyingBesideB],
  ['a reply stays while another thread is selected', replying, selectedB, replyingBesideB],
  ['a pin is pressed while a reply is written in the list', replying, pressedB, pinB],
  ['the reply is sent', replying, endReply, inList],
  ['the reply is sent beside another thread', replyingBesideB, endReply, listB],
  ['the thread that is answered opens again', replyingBesideB, replyA, replying],
  ['the answered thread closes', replying, close, closed],

  ['the reply at a pin is sent', replyingAtPin, endReply, atPin],
  ['the list opens during a reply at a pin', replyingAtPin, listed, replying],
  ['another pin is pressed during a reply', replyingAtPin, pressedB, pinB],
  ['another thread takes the place of the answered one', replyingAtPin, selectedB, pinB],
  ['the answered thread at its pin closes', replyingAtPin, close, closed],

  ['a thread in the list opens beside a comment', drafting, openedB, { ...drafting, reading: listB }],
  ['a thread at its pin comes before a comment', drafting, pressedB, { ...aside, reading: pinB }],
  ['a thread is selected beside a comment', drafting, selectedB, { ...drafting, reading: listB }],
  ['the comment is sent', drafting, endDraft, closed],
  ['the comment is sent and the thread at its pin comes back', draftingOverPin, endDraft, atPin],
  ['what it covers closes', draftingOverPin, close, drafting],
  ['what it covers moves to the list', draftingOverPin, listed, { ...drafting, reading: inList }],
  ['what it covers is resolved', draftingOverPin, selectedB, { ...drafting, reading: pinB }],
  ['what it covers is answered', draftingOverPin, replyA, asideReplying],
  ['another element is picked for it', drafting, pick, over(drafting)],
  ['it is moved to another element', drafting, drafted, { ...drafting, draft: other }],

  ['the comment comes back', aside, close, drafting],
  ['the comment comes back beside the list', aside, listed, { ...drafting, reading: inList }],
  ['a thread opens in the list and the comment comes back', aside, openedB, { ...drafting, reading: listB }],
  ['the next thread is walked to', aside, pressedB, { ...aside, reading: pinB }],
  ['the next thread takes its place', aside, selectedB, { ...aside, reading: pinB }],
  ['the thread before the comment is answered', aside, replyA, asideReplying],
  ['its answer is sent', asideReplying, endReply, aside],
  ['the comment before which it is shown is gone', aside, endDraft, atPin],
  ['another element is picked for the comment aside', aside, pick, over(aside)],
  ['the comment aside is moved', aside, drafted, { ...draftingOverPin, draft: other }],

  [
    'several are to be picked',
    picking,
    { type: 'modeChosen', mode: 'several' },
    { ...picking, mode: 'several' },
  ],
  ['the document answers', picking, { type: 'pickAnswered', answer }, { ...picking, answer }],
  ['picking begins again', { ...picking, mode: 'several', answer }, pick, { ...picking, answer }],
  [
    'picking begins for another purpose',
    picking,
    { type: 'pickBegun', purpose: { repin: 'a' } },
    { ...picking, purpose: { repin: 'a' } },
  ],
  ['picking is cancelled', picking, endPick, closed],
  ['picking over a thread is cancelled', { ...picking, base: atPin }, endPick, atPin],
  ['picking over a comment is cancelled', { ...picking, base: drafting }, endPick, drafting],
  ['an element is picked', { ...picking, base: atPin }, drafted, { ...draftingOverPin, draft: other }],
  ['a pin is pressed meanwhile', picking, pressedB, over(pinB)],
  ['a thread opens meanwhile', { ...picking, base: drafting }, pressedB, over({ ...aside, reading: pinB })],
  ['the open thread closes meanwhile', { ...picking, base: inList }, close, over(closed)],
  ['the comment is sent elsewhere meanwhile', { ...picking, base: drafting }, endDraft, over(closed)],
];

test.each(STEPS)('%s', (_, before, event, after) => {
  expect(next(before, event)).toEqual(after);
});

/** Events that mean nothing in a state. */
const VAIN: [ThreadState, ThreadEvent][] = [
  [closed, listed],
  [closed, close],
  [closed, endReply],
  [closed, endPick],
  [closed, endDraft],
  [closed, { type: 'modeChosen', mode: 'area' }],
  [closed, { type: 'pickAnswered', answer }],
  [inList, listed],
  [inList, endReply],
  [inList, endPick],
  [atPin, endReply],
  [atPin, endDraft],
  [replying, listed],
  [replying, endPick],
  [drafting, close],
  [drafting, listed],
  [drafting, endReply],
  [drafting, endPick],
  [aside, endReply],
  [aside, endPick],
  [picking, endReply],
  [picking, listed],
  [picking, endDraft],
];

test.each(VAIN)('%o is left as it is by %o', (before, event) => {
  expect(next(before, event)).toEqual(before);
});

describe('at first', () => {
  test('the thread in the address is open, whatever comment was kept', () => {
    expect(begin(null, null)).toEqual(closed);
    expect(begin('a', null)).toEqual(inList);
    expect(begin('a', draft)).toEqual({ name: 'drafting', draft, reading: inList });
    expect(next(begin('a', draft), { type: 'opened', thread: 'a', isAtPin: true })).toEqual(aside);
  });
});

test('says what is open, answered, unsent and in the way of what', () => {
  const seen = [closed, inList, atPin, replyingBesideB, replyingAtPin, drafting, aside, over(drafting)].map(
    (state) => {
      const each = state as ThreadState;
      return [openIn(each), answeredIn(each), draftIn(each) !== null, isOpenAtPin(each), isWriting(each)];
    },
  );
  expect(seen).toEqual([
    [null, null, false, false, false],
    ['a', null, false, false, false],
    ['a', null, false, true, false],
    ['b', 'a', false, false, false],
    ['a', 'a', false, true, false],
    [null, null, true, false, true],
    ['a', null, true, true, false],
    [null, null, true, false, true],
  ]);
});
