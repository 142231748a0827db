import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import type { ToAgent } from '@stagelink/shared/preview/messages';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { liveVersion, openPreview } from '../snapshots/viewApi.ts';
import { t } from './copy.ts';
import { type FrameEvents, FramedPrototype, type FrameSource } from './framedPrototype.ts';
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
  /** The version that the page belongs to: what is written about it is filed under this one. */
  version: number;
  /** The version that was asked for. */
  chosen: number;
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
  { onState, onMessage, onStuck }: Omit<FrameEvents, 'onStatus'>,
): FrameStatus {
  const { id, name } = snapshot;
  const { contentOrigin } = other ?? snapshot;
  const version = other?.number;
  const [status, setStatus] = useState<FrameStatus>('opening');
  const isPublic = useEffectEvent(() => snapshot.public);
  useEffect(() => {
    const source: FrameSource = {
      contentOrigin,
      snapshotId: id,
      version: () => version ?? liveVersion(id),
      // Loaded when needed: most pages are of the chosen version.
      verify: async (other) => (await import('./verifyVersion.ts')).verifyVersion(id, other),
      open: (route) => openPreview(id, route, version),
      isPublic: () => isPublic(),
    };
    return prototype.connect(adoptFrame(id, attempt), source, {
      onStatus: setStatus,
      onState,
      onMessage,
      onStuck,
    });
  }, [prototype, id, contentOrigin, version, attempt, onState, onMessage, onStuck]);
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
  const [reports, { receive, follow, clear, clearFindings }] = useAgentReports();

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
    { onState: follow, onMessage: receive, onStuck: openAfresh },
  );

  const route = reports.page?.route ?? (reports.phase === 'silent' ? '/' : firstRoute);
  const chosen = shown.other?.number ?? snapshot.version;
  const version = reports.kept?.version ?? chosen;
  const { send, visit } = prototype;
  return useMemo(
    () => ({ ...reports, status, route, version, chosen, send, visit, reload, openAfresh, showVersion }),
    [reports, status, route, version, chosen, send, visit, reload, openAfresh, showVersion],
  );
}
