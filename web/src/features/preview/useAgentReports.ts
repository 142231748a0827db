import type { PinFinding, PinMoved, PreviewState } from '@stagelink/shared/preview/messages';
import type { PageMessage } from './api.ts';
import type { FrameState, Kept } from './frameState.ts';
import { type RefObject, useMemo, useRef, useState } from 'react';

const NOTHING_FOUND: ReadonlyMap<string, PinFinding> = new Map();

/** What the preview reports. `replaced`: another document takes its place, which knows nothing of what it was sent. */
export type PreviewMessage = PageMessage | { type: 'replaced' };
type Listener = (message: PreviewMessage) => void;

const isReplaced = (state: FrameState, before: FrameState) =>
  state.document !== before.document || state.phase === 'silent' || isEmpty(state);

const isEmpty = (state: FrameState) => state.phase === 'loading' && state.stage === 'empty';

type Shown = Pick<AgentReports, 'phase' | 'documents' | 'kept'>;
const NOTHING_SHOWN: Shown = { phase: 'loading', documents: 0, kept: null };

/** What is shown stays until the next document is known, or another frame opens. */
function shownIn(state: FrameState, last: Shown): Shown {
  const { phase } = state;
  if (phase === 'loading')
    return state.stage === 'empty' ? { ...NOTHING_SHOWN, documents: last.documents } : last;
  const documents = phase === 'ready' ? state.document : last.documents;
  const kept = phase === 'ready' ? state.kept : null;
  const isSame = last.phase === phase && last.documents === documents && last.kept === kept;
  return isSame ? last : { phase, documents, kept };
}

export interface AgentReports {
  /** State reported by the page; null without a report. */
  page: PreviewState | null;
  /** Status of each pin sent to the agent. */
  findings: ReadonlyMap<string, PinFinding>;
  /** `silent`: the document has no agent, as a picture or a PDF. */
  phase: FrameState['phase'];
  /** The id of the newest document with an agent; 0 before the first. Each starts without pins. */
  documents: number;
  /** Set while the page belongs to another version than the chosen one. */
  kept: Kept | null;
  /** Where the page last reported the pin of the open thread or of the unsent comment. */
  pinPlace: RefObject<PinMoved['pin']>;
  /** A page has asked for isolation that the browser does not give to a frame. */
  isUnisolated: boolean;
  /** Subscribes to messages. Returns a function that unsubscribes. */
  listen: (listener: Listener) => () => void;
}

interface ReportActions {
  receive: (message: PageMessage) => void;
  follow: (state: FrameState, before: FrameState) => void;
  /** Discards what was found in earlier files. */
  clearFindings: () => void;
  /** Discards all reports, before a new frame. */
  clear: () => void;
}

/** Keeps what the agent in the preview reports. */
export function useAgentReports(): [AgentReports, ReportActions] {
  const [page, setPage] = useState<PreviewState | null>(null);
  const [findings, setFindings] = useState(NOTHING_FOUND);
  const [shown, setShown] = useState<Shown>(NOTHING_SHOWN);
  const [isUnisolated, setIsUnisolated] = useState(false);
  const pinPlace = useRef<PinMoved['pin']>(null);
  const listeners = useRef(new Set<Listener>());

  const { listen, ...actions } = useMemo(() => {
    const clearFindings = () => setFindings(NOTHING_FOUND);
    const tell = (message: PreviewMessage) => {
      for (const listener of listeners.current) listener(message);
    };
    return {
      receive(message: PageMessage) {
        if (message.type === 'state') setPage(message);
        if (message.type === 'pins') setFindings(new Map(message.findings.map((each) => [each.id, each])));
        if (message.type === 'unisolated') setIsUnisolated(true);
        if (message.type === 'pinMoved') pinPlace.current = message.pin;
        tell(message);
      },
      follow(state: FrameState, before: FrameState) {
        if (state.phase === 'silent' && state.route === null) setPage(null);
        if (state.phase === 'ready' && before.phase === 'loading') clearFindings();
        setShown((last) => shownIn(state, last));
        if (isReplaced(state, before)) tell({ type: 'replaced' });
      },
      clearFindings,
      clear() {
        setPage(null);
        clearFindings();
      },
      listen(listener: Listener) {
        listeners.current.add(listener);
        return () => void listeners.current.delete(listener);
      },
    };
  }, []);
  const reports = useMemo(
    () => ({ page, findings, ...shown, isUnisolated, pinPlace, listen }),
    [page, findings, shown, isUnisolated, listen],
  );
  return [reports, actions];
}
