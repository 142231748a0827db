import type { Comment, CommentState } from '@stagelink/shared/contracts/comments';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { reopen, repin, resolve, useComments, useDetails } from './api.ts';
import { type PickedPin, readDraft } from './drafts.ts';
import { asComment, discardArrived, type Post, usePosts } from './outbox.ts';
import { useStable } from '../../kit/useStable.ts';
import { t } from './viewerCopy.ts';
import type { Preview } from '../preview/usePreview.ts';
import { type Filter, passes, type Thread, threadsOf, threadWith } from './threads.ts';
import { type Pick, type PickFor, usePicking } from '../pins/usePicking.ts';
import { usePins } from './usePins.ts';
import { useReveal } from '../pins/useReveal.ts';

/** A comment on a picked element, not sent yet. */
export interface PinDraft {
  placed: PickedPin;
  picture: Promise<Blob | null>;
}

export interface Problem {
  /** Id of the comment. */
  id: string;
  text: string;
}

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
  /** Runs an action on a comment and shows a failure beside it. Resolves to false on failure. */
  act: (id: string, failed: string, what: () => Promise<unknown>) => Promise<boolean>;
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
  stopPicking: () => void;
  arePinsShown: boolean;
  togglePins: () => void;
  /** The last failure, shown beside its comment. */
  problem: Problem | null;
}

const NO_COMMENTS: [] = [];

function keptDraft(snapshotId: string): PinDraft | null {
  const placed = readDraft(snapshotId, 'pin')?.placed;
  return placed ? { placed, picture: Promise.resolve(null) } : null;
}

function placedFrom({ element: { picked } }: Pick, { page, route, version }: Preview): PickedPin {
  const { elementName, elementHtml } = picked;
  const context = {
    route: page?.route ?? route,
    title: page?.title ?? '',
    viewport: {
      width: Math.round(page?.viewport.width ?? 0),
      height: Math.round(page?.viewport.height ?? 0),
    },
    browser: '',
    elementName,
    elementHtml,
    page: picked.page,
  };
  return { picked, context, version };
}

interface Asking {
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
  { first, isListOpen, onAsked, onResolved }: Asking,
): Threads {
  const { id: snapshotId, canComment } = snapshot;
  const { data, isPending, isError, refetch } = useComments(snapshotId);
  const posts = usePosts(snapshotId);
  // Entries of an earlier page may have arrived: the list decides.
  const ours = useMemo(
    () => posts.filter(({ status }) => status === 'sending' || !isPending),
    [posts, isPending],
  );
  useEffect(() => {
    if (data) discardArrived(snapshotId, data);
  }, [snapshotId, data]);
  const [filter, setFilter] = useState<Filter>('unresolved');
  const [currentId, setCurrentId] = useState(first);
  const [isAtPin, setIsAtPin] = useState(false);
  const [focusId, setFocusId] = useState<string | null>(null);
  const [replyTo, setReplyTo] = useState<string | null>(null);
  const [pressedIds, setPressedIds] = useState<readonly string[]>(NO_COMMENTS);
  const [draft, setDraft] = useState(() => keptDraft(snapshotId));
  const [arePinsShown, setArePinsShown] = useState(true);
  const [problem, setProblem] = useState<Problem | null>(null);

  const all = useMemo(() => threadsOf([...ours.map(asComment), ...(data ?? NO_COMMENTS)]), [ours, data]);
  const current = threadWith(all, currentId);
  const shown = useMemo(
    () =>
      all.filter(
        (thread) =>
          passes(filter)(thread) ||
          (thread === current && currentId === first) ||
          // The thread with an open reply form stays.
          thread.root.id === replyTo,
      ),
    [all, filter, current, currentId, first, replyTo],
  );
  const briefIds = useMemo(() => shown.flatMap(({ root }) => (root.isBrief ? [root.id] : [])), [shown]);
  useDetails(snapshotId, briefIds);
  const pressed = useMemo(() => all.filter(({ root }) => pressedIds.includes(root.id)), [all, pressedIds]);
  const byId = useMemo(() => new Map(ours.map((post) => [post.id, post])), [ours]);

  usePins(preview, {
    threads: shown,
    current: current?.root.id ?? null,
    draft: draft?.placed ?? null,
    areShown: arePinsShown,
  });
  const reveal = useReveal(preview);
  // The thread to reveal once its details are loaded.
  const sought = useRef(first);
  /** Shows a thread where the user looks: in the open list, or beside its pin. */
  function place({ root: { locator } }: Thread): void {
    setIsAtPin(!isListOpen && locator !== null);
    if (!isListOpen && locator === null) onAsked();
  }
  const seek = useStable((thread: Thread) => {
    sought.current = thread.root.isBrief ? thread.root.id : null;
    if (thread.root.isBrief) return;
    place(thread);
    reveal(thread);
  });
  useEffect(() => {
    const thread = threadWith(all, sought.current);
    if (thread) seek(thread);
  }, [all, seek]);

  const select = useCallback((id: string) => {
    setCurrentId(id);
    sought.current = null;
    setPressedIds(NO_COMMENTS);
  }, []);

  const onFocused = useCallback(() => setFocusId(null), []);

  const open = useStable((id: string) => {
    const thread = threadWith(all, id);
    if (!thread) return;
    if (!passes(filter)(thread)) setFilter('all');
    select(thread.root.id);
    seek(thread);
  });

  function choose(id: string): void {
    select(id);
    setIsAtPin(true);
  }

  function close(): void {
    setCurrentId(null);
    setReplyTo(null);
  }

  const failures = ours.filter(({ status }) => status === 'failed').length;
  const ask = useEffectEvent(onAsked);
  useEffect(() => {
    if (failures > 0) ask();
  }, [failures]);

  const act = useCallback(async (id: string, failed: string, what: () => Promise<unknown>) => {
    setProblem(null);
    try {
      await what();
      return true;
    } catch {
      setProblem({ id, text: failed });
      return false;
    }
  }, []);

  function focus(id: string): void {
    select(id);
    setFocusId(id);
  }

  /** Returns the thread to select when this one leaves the list. */
  function neighborOf(id: string): Thread | undefined {
    const at = shown.findIndex(({ root }) => root.id === id);
    return shown[at + 1] ?? shown[at - 1];
  }

  async function reopenThread(root: Comment): Promise<void> {
    focus(root.id);
    await act(root.id, t('updateFailed'), () => reopen(root));
  }

  async function resolveThread(root: Comment): Promise<void> {
    const next = filter === 'all' || isAtPin ? undefined : neighborOf(root.id);
    if (next) focus(next.root.id);
    const isDone = await act(root.id, t('updateFailed'), () => resolve(root, preview.version));
    if (isDone) {
      if (isAtPin) close();
      onResolved(() => void reopenThread(root));
    } else focus(root.id);
  }

  const settle = useStable((id: string, state: CommentState) => {
    const root = all.find((thread) => thread.root.id === id)?.root;
    if (root) void (state === 'resolved' ? resolveThread : reopenThread)(root);
  });

  const picking = usePicking(preview, (purpose, pick) => {
    if (purpose === 'new') {
      // Moves a draft to another element only after the user started picking again.
      if (canComment && (draft === null || pick.isAsked))
        setDraft({ placed: placedFrom(pick, preview), picture: pick.picture });
      return;
    }
    const thread = all.find(({ root }) => root.id === purpose.repin);
    if (!thread) return;
    const { picked, context, version } = placedFrom(pick, preview);
    void act(thread.root.id, t('repinFailed'), async () => {
      // Loaded on first use: only authors need it.
      const { inThisBrowser } = await import('./browserName.ts');
      const place = {
        locator: picked.locator,
        ...(picked.selection && { selection: picked.selection }),
        context: inThisBrowser(context),
        version,
      };
      await repin(thread.root, place, pick.picture);
    });
  });

  const press = useEffectEvent((ids: readonly string[]) => {
    const known = ids.filter((id) => all.some(({ root }) => root.id === id));
    if (known.length > 1) setPressedIds(known);
    else if (known[0] !== undefined) choose(known[0]);
  });
  const { listen, send } = preview;
  const outline = useCallback((id: string | null) => send({ type: 'outline', id }), [send]);
  useEffect(
    () =>
      listen((message) => {
        if (message.type === 'pinPressed') press(message.ids);
      }),
    [listen],
  );

  const { start: startPicking } = picking;
  const actions = useMemo(
    () => ({ open, select, focus: setFocusId, onFocused, outline, setReplyTo, settle, startPicking, act }),
    [open, select, onFocused, outline, settle, startPicking, act],
  );

  return {
    ...actions,
    actions,
    isPending,
    hasFailed: isError && data === undefined,
    retry: () => void refetch(),
    all,
    shown,
    posts: byId,
    filter,
    setFilter,
    current,
    isAtPin: isAtPin && current !== null,
    showInList: () => setIsAtPin(false),
    showSent(id) {
      select(id);
      setIsAtPin(false);
    },
    close,
    focused: threadWith(all, focusId),
    replyTo,
    pressed,
    choose,
    forgetPressed: () => setPressedIds(NO_COMMENTS),
    draft,
    dropDraft: () => setDraft(null),
    restoreDraft: setDraft,
    picking: picking.purpose,
    isPickReady: picking.isReady,
    stopPicking: picking.stop,
    arePinsShown,
    togglePins: () => setArePinsShown(!arePinsShown),
    problem,
  };
}
