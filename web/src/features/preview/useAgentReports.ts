import type { FromAgent, PinFinding, PinMoved, PreviewState } from '@stagelink/shared/preview/messages';
import { type RefObject, useMemo, useRef, useState } from 'react';

const NOTHING_FOUND: ReadonlyMap<string, PinFinding> = new Map();

type Listener = (message: FromAgent) => void;

export interface AgentReports {
  /** State reported by the page; null without a report. */
  page: PreviewState | null;
  /** Status of each pin sent to the agent. */
  findings: ReadonlyMap<string, PinFinding>;
  /** Number of documents whose agent has connected. Each starts without pins. */
  documents: number;
  /** Where the page last reported the pin of the open thread or of the unsent comment. */
  pinPlace: RefObject<PinMoved['pin']>;
  /** Subscribes to messages. Returns a function that unsubscribes. */
  listen: (listener: Listener) => () => void;
}

interface ReportActions {
  receive: (message: FromAgent) => void;
  addDocument: () => void;
  /** Discards what was found in earlier files. */
  clearFindings: () => void;
  /** Discards all reports, before a new frame. */
  clear: () => void;
}

/** Keeps what the agent in the preview reports. */
export function useAgentReports(): [AgentReports, ReportActions] {
  const [page, setPage] = useState<PreviewState | null>(null);
  const [findings, setFindings] = useState(NOTHING_FOUND);
  const [documents, setDocuments] = useState(0);
  const pinPlace = useRef<PinMoved['pin']>(null);
  const listeners = useRef(new Set<Listener>());

  const { listen, ...actions } = useMemo(() => {
    const clearFindings = () => setFindings(NOTHING_FOUND);
    return {
      receive(message: FromAgent) {
        if (message.type === 'state') setPage(message);
        if (message.type === 'pins') setFindings(new Map(message.findings.map((each) => [each.id, each])));
        if (message.type === 'pinMoved') pinPlace.current = message.pin;
        for (const listener of listeners.current) listener(message);
      },
      addDocument() {
        clearFindings();
        setDocuments((count) => count + 1);
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
    () => ({ page, findings, documents, pinPlace, listen }),
    [page, findings, documents, listen],
  );
  return [reports, actions];
}
