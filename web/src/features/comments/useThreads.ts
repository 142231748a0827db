import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useCallback, useMemo, useReducer, useState } from 'react';
import { toastUndo } from '../../kit/toast.ts';
import { useStable } from '../../kit/useStable.ts';
import type { Preview } from '../preview/usePreview.ts';
import { useDetails } from './api.ts';
import { NO_TREES, givenTo } from './givenTrees.ts';
import {
  answeredIn,
  begin,
  draftIn,
  isOpenAtPin,
  isWriting,
  next,
  openIn,
  type PickFor,
  type ThreadState,
} from './threadMachine.ts';
import { type Filter, passes, type Thread, threadWith } from './threads.ts';
import type { OpenThread, PinWriting, ThreadActions, ThreadList, Threads } from './threadsContext.ts';
import { useAct } from './useAct.ts';
import { useLoadedThreads } from './useLoadedThreads.ts';
import { type OpeningOptions, useOpening } from './useOpening.ts';
import { keptDraft, usePickedPin } from './usePickedPin.ts';
import { usePins } from './usePins.ts';
import { useResolving } from './useResolving.ts';
import { t } from './viewerCopy.ts';

interface ThreadsOptions extends OpeningOptions {
  /** Closes the list if it covers the page. Returns whether it did. */
  leaveList: () => boolean;
}

/** Filters the threads. The one that the address names and the one that is answered stay, even if they do not match. */
function useThreadFilter(all: readonly Thread[], kept: readonly (string | null)[]) {
  const [filter, setFilter] = useState<Filter>('unresolved');
  const [named = null, answered = null] = kept;
  const shown = useMemo(
    () => all.filter((thread) => passes(filter)(thread) || [named, answered].includes(thread.root.id)),
    [all, filter, named, answered],
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

const firstState = (snapshotId: string, first: string | null): ThreadState =>
  begin(first, keptDraft(snapshotId));

/** State of a snapshot's threads and the actions on them. The parts of the viewer read it with three hooks. */
export function useThreads(snapshot: SnapshotView, preview: Preview, options: ThreadsOptions): Threads {
  const { first } = options;
  const [state, dispatch] = useReducer(next, null, () => firstState(snapshot.id, first));
  const loaded = useLoadedThreads(snapshot.id, options.onListNeeded);
  const { all } = loaded;
  const { act, problem } = useAct();
  const { focused, focus, onFocused } = useFocusedThread(all);
  const { place, seek, select, openAtPin, pressed, forgetPressed } = useOpening(
    preview,
    { all, dispatch },
    options,
  );
  const { confirm, ...picking } = usePickedPin(snapshot, preview, { state, dispatch, all, act });

  const current = threadWith(all, openIn(state));
  const isAtPin = current !== null && isOpenAtPin(state);
  const answered = answeredIn(state);
  const isNamed = current !== null && current === threadWith(all, first);
  const { neighborOf, ...filtered } = useThreadFilter(all, [isNamed ? current.root.id : null, answered]);
  const { shown, filter, setFilter } = filtered;
  useDetails(
    snapshot.id,
    shown.flatMap(({ root }) => (root.isBrief ? [root.id] : [])),
  );

  const draft = draftIn(state);
  const [givenTrees, giveTrees] = useState(NO_TREES);
  const given = givenTo(preview.documents, givenTrees);
  const drawn = { threads: shown, current: current?.root.id ?? null, draft: draft?.placed ?? null, given };
  const pins = usePins(preview, drawn);

  const open = useStable((id: string) => {
    const thread = threadWith(all, id);
    if (!thread) return;
    if (!passes(filter)(thread)) setFilter('all');
    select(thread.root.id);
    seek(thread);
  });
  const uncover = useStable((id: string) => {
    if (options.leaveList()) openAtPin(id);
  });
  const close = useCallback(() => dispatch({ type: 'closed' }), []);
  const showInList = useCallback(() => dispatch({ type: 'listed' }), []);
  /** Shows a thread in the place of the open one, or else where the person looks. */
  const show = useStable((id: string) => {
    const thread = threadWith(all, id);
    if (thread && !current) place(thread);
    else select(id);
    focus(id);
  });
  const settle = useResolving({
    all,
    neighborOf: (id) => (isAtPin ? undefined : neighborOf(id)),
    version: preview.version,
    act,
    show,
    // A closed one stays unread.
    showNext(id, after) {
      if (current?.root.id === after) select(id);
      focus(id);
    },
    onResolved(undo) {
      if (isAtPin) close();
      toastUndo(t('resolved'), undo);
    },
  });

  const { send, listen } = preview;
  const actions = useMemo(
    (): ThreadActions => ({
      open,
      select,
      focus,
      onFocused,
      uncover,
      confirm,
      settle,
      act,
      send,
      listen,
      reveal: (id, isOther) => void send({ type: 'reveal', id, isOther }),
      outline: (id) => void send({ type: 'outline', id }),
      reply: (thread) => dispatch({ type: 'replyBegun', thread }),
      endReply: () => dispatch({ type: 'replyEnded' }),
      startPicking: (purpose: PickFor) => dispatch({ type: 'pickBegun', purpose }),
    }),
    [open, select, focus, onFocused, uncover, confirm, settle, act, send, listen],
  );

  const list: ThreadList = { ...loaded, ...filtered, ...pins, act, problem, focused, givenTrees, giveTrees };
  const opened: OpenThread = {
    actions,
    current,
    isAtPin,
    answered,
    hasUnsent: state.name === 'aside',
    pressed,
    openAtPin,
    forgetPressed,
    close,
    showInList,
  };
  const writing: PinWriting = {
    ...picking,
    isWriting: isWriting(state),
    picking: state.name === 'picking' ? state : null,
    draft,
    dispatch,
  };
  return { list, opened, writing };
}
