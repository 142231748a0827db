import type { PickFurther } from '@stagelink/shared/preview/messages';
import type { PickedPin } from './drafts.ts';

/**
 * Which thread is open and what is being written on the page, as a state machine without side effects. An id may be that
 * of a thread that is not loaded yet, or was deleted.
 */

/** An element is picked for a new thread, or to re-attach the pin of a thread. */
export type PickFor = 'new' | { repin: string };

/** What presses pick. `area`: a finger drags a rectangle instead of scrolling the page. */
export type PickMode = PickFurther | 'area';

/** A comment on a picked element, not sent yet. */
export interface PinDraft {
  placed: PickedPin;
  picture: Promise<Blob | null>;
  inspection: Promise<string | null>;
}

interface Closed {
  name: 'closed';
}

interface InList {
  name: 'list';
  open: string;
}

interface AtPin {
  name: 'atPin';
  open: string;
}

/** The thread `open` is open in the list, perhaps beside another one, `to`, with the reply form. */
interface ReplyingInList {
  name: 'replying';
  place: 'list';
  open: string;
  to: string;
}

interface ReplyingAtPin {
  name: 'replying';
  place: 'pin';
  open: string;
}

type BesidePin = AtPin | ReplyingAtPin;
export type Reading = Closed | InList | ReplyingInList | BesidePin;

/** What is read meanwhile is in the list; a thread at its pin comes back after the comment. */
interface Drafting {
  name: 'drafting';
  draft: PinDraft;
  reading: Reading;
}

/** A thread was opened at its pin meanwhile; the comment comes back after it. */
interface Aside {
  name: 'aside';
  draft: PinDraft;
  reading: BesidePin;
}

type Base = Reading | Drafting | Aside;

/** What a document answers: a click picks, or cannot because the page does not let in the code. */
interface Answer {
  document: number;
  isBlocked: boolean;
}

export interface Picking {
  name: 'picking';
  purpose: PickFor;
  mode: PickMode;
  answer: Answer | null;
  base: Base;
}

export type ThreadState = Base | Picking;

type ReadingEvent =
  /** A thread is shown where the person looks. */
  | { type: 'opened'; thread: string; isAtPin: boolean }
  /** A thread takes the place of the open one. */
  | { type: 'selected'; thread: string }
  /** What is open is shown in the list from now on. */
  | { type: 'listed' }
  | { type: 'closed' }
  | { type: 'replyBegun'; thread: string }
  | { type: 'replyEnded' };

export type ThreadEvent =
  | ReadingEvent
  | { type: 'pickBegun'; purpose: PickFor }
  | { type: 'modeChosen'; mode: PickMode }
  | { type: 'pickAnswered'; answer: Answer }
  | { type: 'pickEnded' }
  /** An element was picked for a comment, or a discarded comment comes back. */
  | { type: 'drafted'; draft: PinDraft }
  /** The comment was sent or discarded. */
  | { type: 'draftEnded' };

const baseOf = (state: ThreadState): Base => (state.name === 'picking' ? state.base : state);

function readingOf(state: ThreadState): Reading {
  const base = baseOf(state);
  return base.name === 'drafting' || base.name === 'aside' ? base.reading : base;
}

const isBesidePin = (reading: Reading): reading is BesidePin =>
  reading.name === 'atPin' || (reading.name === 'replying' && reading.place === 'pin');

/** The first state: the thread that the address names, and a comment that was kept. */
export function begin(first: string | null, draft: PinDraft | null): ThreadState {
  const reading: Reading = first === null ? { name: 'closed' } : { name: 'list', open: first };
  return draft ? { name: 'drafting', draft, reading } : reading;
}

/** Returns the id of the open thread, in the list or at its pin. */
export function openIn(state: ThreadState): string | null {
  const reading = readingOf(state);
  return reading.name === 'closed' ? null : reading.open;
}

/** Whether the open thread is beside its pin, or will be after what is being written. */
export const isOpenAtPin = (state: ThreadState): boolean => isBesidePin(readingOf(state));

/** Whether an element is being picked or a comment written on the page. */
export const isWriting = (state: ThreadState): boolean =>
  state.name === 'picking' || state.name === 'drafting';

/** Returns the id of the thread with an open reply form. */
export function answeredIn(state: ThreadState): string | null {
  const reading = readingOf(state);
  if (reading.name !== 'replying') return null;
  return reading.place === 'pin' ? reading.open : reading.to;
}

/** Returns the unsent comment, also while a thread is shown instead of it. */
export function draftIn(state: ThreadState): PinDraft | null {
  const base = baseOf(state);
  return base.name === 'drafting' || base.name === 'aside' ? base.draft : null;
}

/** Opens a thread in the list. A reply that is written there stays. */
const openedInList = (reading: Reading, open: string): Reading =>
  reading.name === 'replying' && reading.place === 'list' ? { ...reading, open } : { name: 'list', open };

function listed(reading: Reading): Reading {
  if (!isBesidePin(reading)) return reading;
  const { name, open } = reading;
  return name === 'atPin' ? { name: 'list', open } : { name, place: 'list', open, to: open };
}

function replyEnded(reading: Reading): Reading {
  if (reading.name !== 'replying') return reading;
  return { name: reading.place === 'pin' ? 'atPin' : 'list', open: reading.open };
}

function read(reading: Reading, event: ReadingEvent): Reading {
  const isHere = isBesidePin(reading);
  switch (event.type) {
    case 'opened':
      return event.isAtPin ? { name: 'atPin', open: event.thread } : openedInList(reading, event.thread);
    case 'selected':
      return isHere ? { name: 'atPin', open: event.thread } : openedInList(reading, event.thread);
    case 'replyBegun': {
      const reply = { name: 'replying', open: event.thread } as const;
      return isHere ? { ...reply, place: 'pin' } : { ...reply, place: 'list', to: event.thread };
    }
    case 'listed':
      return listed(reading);
    case 'replyEnded':
      return replyEnded(reading);
    case 'closed':
      return { name: 'closed' };
  }
}

/** What a person opens at its pin is shown instead of the comment that is being written. */
function withReading(base: Base, event: ReadingEvent): Base {
  const reading = read(readingOf(base), event);
  if (base.name !== 'drafting' && base.name !== 'aside') return reading;
  const isAsked = base.name === 'aside' || event.type === 'opened' || event.type === 'replyBegun';
  const { draft } = base;
  return isAsked && isBesidePin(reading)
    ? { name: 'aside', draft, reading }
    : { name: 'drafting', draft, reading };
}

const onBase = (state: ThreadState, base: Base): ThreadState =>
  state.name === 'picking' ? { ...state, base } : base;

/** Returns the state after an event; one that does not concern a state changes nothing. */
export function next(state: ThreadState, event: ThreadEvent): ThreadState {
  const base = baseOf(state);
  switch (event.type) {
    case 'pickBegun': {
      const { purpose } = event;
      const answer = state.name === 'picking' ? state.answer : null;
      return { name: 'picking', purpose, mode: 'one', answer, base };
    }
    case 'modeChosen':
      return state.name === 'picking' ? { ...state, mode: event.mode } : state;
    case 'pickAnswered':
      return state.name === 'picking' ? { ...state, answer: event.answer } : state;
    case 'pickEnded':
      return base;
    case 'drafted':
      return { name: 'drafting', draft: event.draft, reading: readingOf(base) };
    case 'draftEnded':
      return onBase(state, readingOf(base));
    default:
      return onBase(state, withReading(base, event));
  }
}
