import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import type { ToAgent } from '@stagelink/shared/preview/messages';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { openPreview } from '../snapshots/viewApi.ts';
import { t } from './copy.ts';
import { type FrameEvents, FramedPrototype } from './framedPrototype.ts';
import { adoptFrame } from './previewFrame.ts';
import { type AgentReports, useAgentReports } from './useAgentReports.ts';
import type { FrameStatus } from './watchFrame.ts';

/** A version other than the live one, on its own origin. */
export interface OtherVersion {
  number: number;
  contentOrigin: string | null;
}

/** The preview and the connection to its agent. */
export interface Preview extends AgentReports {
  status: FrameStatus;
  /** Current or pending route in the prototype. */
  route: string;
  version: number;
  /** Returns false without a connected agent. */
  send: (message: ToAgent) => boolean;
  /** Shows another route of the prototype. */
  visit: (route: string) => void;
  /** Reloads the same route from the newest files. */
  reload: () => void;
  /** Reloads in a new frame. */
  openAfresh: () => void;
  /** Shows another version at the same route; null returns to the live version. */
  showVersion: (other: OtherVersion | null) => void;
}

interface Shown {
  snapshot: SnapshotView;
  other: OtherVersion | null;
  /** Number of frames opened before. */
  attempt: number;
}

/** Connects the frame to the prototype. */
function useConnection(
  prototype: FramedPrototype,
  { snapshot, other, attempt }: Shown,
  { onDocument, onMessage, onStuck }: Omit<FrameEvents, 'onStatus'>,
): FrameStatus {
  const { id, name } = snapshot;
  const { contentOrigin } = other ?? snapshot;
  const version = other?.number;
  const [status, setStatus] = useState<FrameStatus>('opening');
  const isPublic = useEffectEvent(() => snapshot.public);
  useEffect(() => {
    const open = (route: string) => openPreview(id, route, version);
    return prototype.connect(
      adoptFrame(id, attempt),
      { contentOrigin, open, isPublic: () => isPublic() },
      { onStatus: setStatus, onDocument, onMessage, onStuck },
    );
  }, [prototype, id, contentOrigin, version, attempt, onDocument, onMessage, onStuck]);
  useEffect(() => {
    adoptFrame(id, attempt).title = t('previewOf', { name });
  }, [id, name, attempt]);
  return status;
}

export function usePreview(
  snapshot: SnapshotView,
  firstRoute: string,
  firstVersion: OtherVersion | null,
): Preview {
  const [prototype] = useState(() => new FramedPrototype(firstRoute));
  const [shown, setShown] = useState({ other: firstVersion, attempt: 0 });
  const [reports, { receive, addDocument, clear, clearFindings }] = useAgentReports();

  const openAfresh = useCallback(() => {
    clear();
    setShown(({ other, attempt }) => ({ other, attempt: attempt + 1 }));
  }, [clear]);
  const showVersion = useCallback(
    (other: OtherVersion | null) => {
      clear();
      setShown(({ attempt }) => ({ other, attempt: attempt + 1 }));
    },
    [clear],
  );
  const reload = useCallback(() => {
    clearFindings();
    prototype.reload();
  }, [clearFindings, prototype]);
  const status = useConnection(
    prototype,
    { snapshot, ...shown },
    { onDocument: addDocument, onMessage: receive, onStuck: openAfresh },
  );

  const route = reports.page?.route ?? firstRoute;
  const version = shown.other?.number ?? snapshot.version;
  const { send, visit } = prototype;
  return useMemo(
    () => ({ ...reports, status, route, version, send, visit, reload, openAfresh, showVersion }),
    [reports, status, route, version, send, visit, reload, openAfresh, showVersion],
  );
}
