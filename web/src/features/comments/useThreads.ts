import type { CommentState } from '@stagelink/shared/contracts/comments';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useStable } from '../../kit/useStable.ts';
import type { PickFor } from '../pins/usePicking.ts';
import type { Preview } from '../preview/usePreview.ts';
import { useDetails } from './api.ts';
import type { Post } from './outbox.ts';
import { type Act, type Problem, useAct } from './useAct.ts';
import { type Filter, passes, type Thread, threadWith } from './threads.ts';
import { useOpenThread } from './useOpenThread.ts';
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
  /** Outlines the element of a thread in the preview; null outlines none. */
  outline: (id: string | null) => void;
  setReplyTo: (id: string | null) => void;
  settle: (id: string, state: CommentState) => void;
  startPicking: (purpose: PickFor) => void;
  act: Act;
}

export interface Threads extends ThreadActions {
  actions: ThreadActions;
  isPending: boolean;
  hasFailed: boolean;
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
  /** A finger drags a rectangle instead of scrolling the page. */
  isPickingArea: boolean;
  pickArea: (isOn: boolean) => void;
  stopPicking: () => void;
  arePinsShown: boolean;
  togglePins: () => void;
  /** The last failure, shown beside its comment. */
  problem: Problem | null;
}

interface ThreadsOptions {
  /** The thread to open first. */
  first: string | null;
  /** Whether the list of threads is open. */
  isListOpen: boolean;
  /** The list must open: a thread without a pin was opened, or a comment was not sent. */
  onAsked: () => void;
  /** A thread was resolved; `undo` reopens it. */
  onResolved: (undo: () => void) => void;
}

/** State of a snapshot's threads: what is open, what is being written, and the pins. */
export function useThreads(
  snapshot: SnapshotView,
  preview: Preview,
  { first, isListOpen, onAsked, onResolved }: ThreadsOptions,
): Threads {
  const { failedCount, ...list } = useThreadList(snapshot.id);
  const { all } = list;
  const { problem, act } = useAct();
  const [filter, setFilter] = useState<Filter>('unresolved');
  const [focusId, setFocusId] = useState<string | null>(null);
  const [replyTo, setReplyTo] = useState<string | null>(null);
  const [arePinsShown, setArePinsShown] = useState(true);
  const opened = useOpenThread(preview, { all, first, isListOpen, onListNeeded: onAsked });
  const { current, isFirst, isAtPin, seek, select } = opened;
  const { draft, setDraft, picking } = usePickedPin(snapshot, preview, all, act);

  const shown = useMemo(
    () =>
      all.filter(
        (thread) =>
          passes(filter)(thread) ||
          (thread === current && isFirst) ||
          // The thread with an open reply form stays.
          thread.root.id === replyTo,
      ),
    [all, filter, current, isFirst, replyTo],
  );
  const briefIds = useMemo(() => shown.flatMap(({ root }) => (root.isBrief ? [root.id] : [])), [shown]);
  useDetails(snapshot.id, briefIds);
  usePins(preview, {
    threads: shown,
    current: current?.root.id ?? null,
    draft: draft?.placed ?? null,
    areShown: arePinsShown,
  });

  const openList = useEffectEvent(onAsked);
  useEffect(() => {
    if (failedCount > 0) openList();
  }, [failedCount]);

  const open = useStable((id: string) => {
    const thread = threadWith(all, id);
    if (!thread) return;
    if (!passes(filter)(thread)) setFilter('all');
    select(thread.root.id);
    seek(thread);
  });

  function close(): void {
    opened.close();
    setReplyTo(null);
  }

  const settle = useResolving({
    all,
    neighborOf(id) {
      if (filter === 'all' || isAtPin) return undefined;
      const at = shown.findIndex(({ root }) => root.id === id);
      return shown[at + 1] ?? shown[at - 1];
    },
    version: preview.version,
    act,
    focus(id) {
      select(id);
      setFocusId(id);
    },
    onResolved(undo) {
      if (isAtPin) close();
      onResolved(undo);
    },
  });

  const { send } = preview;
  const outline = useCallback((id: string | null) => send({ type: 'outline', id }), [send]);
  const onFocused = useCallback(() => setFocusId(null), []);
  const { start: startPicking } = picking;
  const actions = useMemo(
    () => ({ open, select, focus: setFocusId, onFocused, outline, setReplyTo, settle, startPicking, act }),
    [open, select, onFocused, outline, settle, startPicking, act],
  );

  return {
    ...actions,
    ...list,
    actions,
    shown,
    filter,
    setFilter,
    current,
    isAtPin,
    showInList: opened.showInList,
    showSent(id) {
      select(id);
      opened.showInList();
    },
    close,
    focused: threadWith(all, focusId),
    replyTo,
    pressed: opened.pressed,
    choose: opened.choose,
    forgetPressed: opened.forgetPressed,
    draft,
    dropDraft: () => setDraft(null),
    restoreDraft: setDraft,
    picking: picking.purpose,
    isPickReady: picking.isReady,
    isPickingArea: picking.isArea,
    pickArea: picking.setIsArea,
    stopPicking: picking.stop,
    arePinsShown,
    togglePins: () => setArePinsShown(!arePinsShown),
    problem,
  };
}
