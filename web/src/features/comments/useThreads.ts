import type { CommentState } from '@stagelink/shared/contracts/comments';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { type Dispatch, type SetStateAction, useCallback, useMemo, useState } from 'react';
import { useStable } from '../../kit/useStable.ts';
import type { PickFor } from '../pins/usePicking.ts';
import type { Preview } from '../preview/usePreview.ts';
import { useDetails } from './api.ts';
import type { Post } from './outbox.ts';
import { type DocumentTrees, NO_TREES, givenTo } from './givenTrees.ts';
import { type Act, type Problem, useAct } from './useAct.ts';
import { type Filter, passes, type Thread, threadWith } from './threads.ts';
import { type OpenThreadOptions, useOpenThread } from './useOpenThread.ts';
import { type PinDraft, usePickedPin } from './usePickedPin.ts';
import { usePins } from './usePins.ts';
import { useResolving } from './useResolving.ts';
import { useThreadList } from './useThreadList.ts';

/** Actions on threads. The functions are stable, so they cause no rerender. */
export interface ThreadActions {
  /** Opens a thread and reveals its element in the preview. */
  open: (id: string) => void;
  /** Opens a thread whose pin was pressed: its element is already visible. */
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
  setReplyTo: (id: string | null) => void;
  settle: (id: string, state: CommentState) => void;
  startPicking: (purpose: PickFor) => void;
  act: Act;
  /** Messages to and from the preview. */
  send: Preview['send'];
  listen: Preview['listen'];
}

export interface Threads extends ThreadActions {
  actions: ThreadActions;
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
  current: Thread | null;
  /** The current thread is shown beside its pin instead of in the list. */
  isAtPin: boolean;
  showInList: () => void;
  /** Opens a thread that was just written in the list. */
  showSent: (id: string) => void;
  close: () => void;
  /** The thread to focus. */
  focused: Thread | null;
  /** Id of the thread with an open reply form. */
  replyTo: string | null;
  /** Threads of overlapping pins, to choose from. */
  pressed: readonly Thread[];
  choose: (id: string) => void;
  forgetPressed: () => void;
  draft: PinDraft | null;
  dropDraft: () => void;
  /** Restores an unsent comment. */
  restoreDraft: (draft: PinDraft) => void;
  picking: PickFor | null;
  /** The page acknowledged picking: a click picks. */
  isPickReady: boolean;
  /** The page does not let in the code that picks. */
  isPickBlocked: boolean;
  /** A finger drags a rectangle instead of scrolling the page. */
  isPickingArea: boolean;
  pickArea: (isOn: boolean) => void;
  stopPicking: () => void;
  arePinsShown: boolean;
  togglePins: () => void;
  givenTrees: DocumentTrees;
  giveTrees: Dispatch<SetStateAction<DocumentTrees>>;
  /** The last failure, shown beside its comment. */
  problem: Problem | null;
}

interface ThreadsOptions extends OpenThreadOptions {
  /** Closes the list if it covers the page. Returns whether it did. */
  leaveList: () => boolean;
  /** A thread was resolved; `undo` reopens it. */
  onResolved: (undo: () => void) => void;
}

/** Filters the threads. The one that is open or being answered stays, even if it does not match. */
function useThreadFilter(all: readonly Thread[], openId: string | null, replyTo: string | null) {
  const [filter, setFilter] = useState<Filter>('unresolved');
  const shown = useMemo(
    () => all.filter((thread) => passes(filter)(thread) || [openId, replyTo].includes(thread.root.id)),
    [all, filter, openId, replyTo],
  );

  /** Returns the thread after, or else before, one that leaves the list when it is resolved. */
  function neighborOf(id: string): Thread | undefined {
    if (filter === 'all') return undefined;
    const at = shown.findIndex(({ root }) => root.id === id);
    return shown[at + 1] ?? shown[at - 1];
  }

  return { filter, setFilter, shown, neighborOf };
}

/** Keeps which thread is to be focused as soon as it is rendered. */
function useFocusedThread(all: readonly Thread[]) {
  const [focusId, focus] = useState<string | null>(null);
  const onFocused = useCallback(() => focus(null), []);
  return { focused: threadWith(all, focusId), focus, onFocused };
}

/** Keeps which threads are listed, open, answered and picked, and draws their pins. */
function useThreadState(snapshot: SnapshotView, preview: Preview, options: OpenThreadOptions) {
  const list = useThreadList(snapshot.id, options);
  const { all } = list;
  const acting = useAct();
  const focusing = useFocusedThread(all);
  const [replyTo, setReplyTo] = useState<string | null>(null);
  const opened = useOpenThread(preview, all, options);
  const currentId = opened.current?.root.id ?? null;
  const picked = usePickedPin(snapshot, preview, all, acting.act);
  const filtered = useThreadFilter(all, opened.isFirst ? currentId : null, replyTo);
  const { shown } = filtered;
  useDetails(
    snapshot.id,
    shown.flatMap(({ root }) => (root.isBrief ? [root.id] : [])),
  );
  const draft = picked.draft?.placed ?? null;
  const [givenTrees, giveTrees] = useState(NO_TREES);
  const given = givenTo(preview.documents, givenTrees);
  const pins = usePins(preview, { threads: shown, current: currentId, draft, given });
  return {
    ...list,
    ...acting,
    ...focusing,
    ...opened,
    ...picked,
    ...filtered,
    ...pins,
    replyTo,
    setReplyTo,
    givenTrees,
    giveTrees,
  };
}

/** State of a snapshot's threads and the actions on them. */
export function useThreads(snapshot: SnapshotView, preview: Preview, options: ThreadsOptions): Threads {
  const state = useThreadState(snapshot, preview, options);
  const { all, filter, isAtPin, select, focus, onFocused, setReplyTo, startPicking, act } = state;

  const open = useStable((id: string) => {
    const thread = threadWith(all, id);
    if (!thread) return;
    if (!passes(filter)(thread)) state.setFilter('all');
    select(thread.root.id);
    state.seek(thread);
  });

  const uncover = useStable((id: string) => {
    if (options.leaveList()) state.choose(id);
  });

  function close(): void {
    state.close();
    setReplyTo(null);
  }

  const settle = useResolving({
    all,
    neighborOf: (id) => (isAtPin ? undefined : state.neighborOf(id)),
    version: preview.version,
    act,
    show(id) {
      select(id);
      focus(id);
    },
    // A closed one stays unread.
    showNext(id, after) {
      if (state.current?.root.id === after) select(id);
      focus(id);
    },
    onResolved(undo) {
      if (isAtPin) close();
      options.onResolved(undo);
    },
  });

  const { send, listen } = preview;
  const outline = useCallback((id: string | null) => send({ type: 'outline', id }), [send]);
  const reveal = useCallback((id: string, isOther: boolean) => send({ type: 'reveal', id, isOther }), [send]);
  const { confirm } = state;
  const actions = useMemo(
    () => ({
      open,
      select,
      focus,
      onFocused,
      reveal,
      uncover,
      confirm,
      outline,
      setReplyTo,
      settle,
      startPicking,
      act,
      send,
      listen,
    }),
    [
      open,
      select,
      focus,
      onFocused,
      reveal,
      uncover,
      confirm,
      outline,
      setReplyTo,
      settle,
      startPicking,
      act,
      send,
      listen,
    ],
  );
  return { ...state, ...actions, actions, close };
}
