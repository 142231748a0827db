import type { CommentState } from '@stagelink/shared/contracts/comments';
import { createContext, type Dispatch, type SetStateAction, useContext } from 'react';
import type { Preview } from '../preview/usePreview.ts';
import type { DocumentTrees } from './givenTrees.ts';
import type { Post } from './outbox.ts';
import type { PickFor, Picking, PinDraft, ThreadEvent } from './threadMachine.ts';
import type { Filter, Thread } from './threads.ts';
import type { Act, Problem } from './useAct.ts';

/** Actions on threads. The functions are stable, so they cause no rerender. */
export interface ThreadActions {
  /** Opens a thread and reveals its element in the preview. */
  open: (id: string) => void;
  /** Opens a thread whose element is already visible. */
  select: (id: string) => void;
  /** Focuses a comment's thread as soon as it is rendered. */
  focus: (id: string) => void;
  onFocused: () => void;
  /** Brings the element of a doubtful pin into view, or the other one that it may be on. */
  reveal: (id: string, isOther: boolean) => void;
  /** Closes the list where it covers the page, and shows the thread at its pin instead. */
  uncover: (id: string) => void;
  /** Attaches a doubtful pin to one of these two. */
  confirm: (id: string, isOther: boolean) => void;
  /** Outlines the element of a thread in the preview; null outlines none. */
  outline: (id: string | null) => void;
  /** Opens a thread with its reply form. */
  reply: (id: string) => void;
  endReply: () => void;
  settle: (id: string, state: CommentState) => void;
  startPicking: (purpose: PickFor) => void;
  act: Act;
  /** Messages to and from the preview. */
  send: Preview['send'];
  listen: Preview['listen'];
}

export interface ThreadList {
  isPending: boolean;
  hasFailed: boolean;
  /** Why the comments could not be read. */
  failure: Error | null;
  retry: () => void;
  /** Newest first, including comments being sent. */
  all: readonly Thread[];
  /** Threads that match the filter. */
  shown: readonly Thread[];
  posts: ReadonlyMap<string, Post>;
  filter: Filter;
  setFilter: (filter: Filter) => void;
  /** The thread to focus. */
  focused: Thread | null;
  /** The last failure, shown beside its comment. */
  problem: Problem | null;
  act: Act;
  arePinsShown: boolean;
  togglePins: () => void;
  givenTrees: DocumentTrees;
  giveTrees: Dispatch<SetStateAction<DocumentTrees>>;
}

export interface OpenThread {
  actions: ThreadActions;
  current: Thread | null;
  /** The open thread is beside its pin instead of in the list, or will be after what is being written. */
  isAtPin: boolean;
  /** Id of the thread with an open reply form. */
  answered: string | null;
  /** An unsent comment on the page comes back when the thread closes. */
  hasUnsent: boolean;
  /** Threads of overlapping pins, to choose from. */
  pressed: readonly Thread[];
  openAtPin: (id: string) => void;
  forgetPressed: () => void;
  close: () => void;
  showInList: () => void;
}

/** What a person writes on the page. */
export interface PinWriting {
  /** An element is being picked or a comment written. */
  isWriting: boolean;
  picking: Picking | null;
  /** The page acknowledged picking: a click picks. */
  isPickReady: boolean;
  /** The page does not let in the code that picks. */
  isPickBlocked: boolean;
  stopPicking: () => void;
  /** The unsent comment. */
  draft: PinDraft | null;
  dispatch: Dispatch<ThreadEvent>;
}

export interface Threads {
  list: ThreadList;
  opened: OpenThread;
  writing: PinWriting;
}

/** Given by the page that calls `useThreads`. */
export const ThreadsContext = createContext<Threads | null>(null);

function useThreadsHere(): Threads {
  const threads = useContext(ThreadsContext);
  if (!threads) throw new Error('There are no threads around this part');
  return threads;
}

/** The threads of the snapshot. */
export const useThreadList = (): ThreadList => useThreadsHere().list;

/** The open thread, and the actions on threads. */
export const useOpenThread = (): OpenThread => useThreadsHere().opened;

/** The comment that is being written on the page. */
export const usePinWriting = (): PinWriting => useThreadsHere().writing;
