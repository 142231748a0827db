import { ApiError } from '@stagelink/shared/client';
import type { ErrorCode } from '@stagelink/shared/contracts/errors';
import { SnapshotId } from '@stagelink/shared/contracts/snapshots';
import { readViewerAddress } from '@stagelink/shared/preview/address';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { queries } from '../../data/queries.ts';
import { useSnapshotView, viewIsStale } from '../../data/snapshotView.ts';
import { t } from '../../words/viewer.ts';
import { type Section, sectionAsked } from './embedded/section.ts';
import { Opening } from './Opening.tsx';
import { namedIn } from './named.ts';
import type { PanelName } from './panels.tsx';
import { dropEntryToken, entryToken } from './reviews/entryAddress.ts';
import { useExpiry } from './useExpiry.ts';
import { Viewer } from './Viewer.tsx';

// What most visits do not show is fetched when it is shown.
const Gate = lazy(async () => ({ default: (await import('./Gate.tsx')).Gate }));
const Refusal = lazy(async () => ({ default: (await import('./Refusals.tsx')).Refusal }));
const FetchFailure = lazy(async () => ({ default: (await import('./Refusals.tsx')).FetchFailure }));
const OtherVersionViewer = lazy(async () => ({
  default: (await import('./versions/OtherVersionViewer.tsx')).OtherVersionViewer,
}));
const Entrance = lazy(async () => ({ default: (await import('./reviews/Entrance.tsx')).Entrance }));
const Embedded = lazy(async () => ({ default: (await import('./embedded/Embedded.tsx')).Embedded }));
const EmbeddedLogin = lazy(async () => ({
  default: (await import('./embedded/EmbeddedLogin.tsx')).EmbeddedLogin,
}));

const refusalOf = (error: Error | null): ErrorCode | undefined =>
  error instanceof ApiError ? error.code : undefined;

const isEnd = (code: ErrorCode | undefined) => code === 'not_found' || code === 'gone';

/** A ticket in the address is for the server alone, and must not be copied along with the link. */
function dropTicket(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has('token')) return;
  url.searchParams.delete('token');
  window.history.replaceState(window.history.state, '', url);
}

interface Address {
  id: string;
  firstRoute: string;
  /** The thread it names. */
  firstThread: string | null;
  /** The panel it names. */
  firstPanel: PanelName | null;
  /** Null: what the link shows. */
  version: number | null;
  /** The one widget that is shown, within another page. */
  section: Section | null;
}

function OpenSnapshot({ id, version, section, ...first }: Address) {
  const { data: snapshot, error, isPending, refetch } = useSnapshotView(id);
  const refusal = refusalOf(error);
  useExpiry(snapshot?.expiresAt, () => void viewIsStale(id));

  if (isPending) return <Opening />;
  if (refusal === 'password_required') return <Gate id={id} />;
  if (isEnd(refusal)) {
    return snapshot || refusal === 'gone' ? (
      <Refusal title={t('ended')} text={t('endedText')} />
    ) : (
      <Refusal title={t('notFound')} text={t('notFoundText')} />
    );
  }
  if (snapshot && section !== null && section !== 'login') {
    return <Embedded snapshot={snapshot} section={section} />;
  }
  if (snapshot && version !== null) {
    return <OtherVersionViewer snapshot={snapshot} version={version} {...first} />;
  }
  if (snapshot) return <Viewer snapshot={snapshot} firstVersion={null} {...first} />;
  return <FetchFailure error={error} onRetry={() => void refetch()} />;
}

/** With the token of a personal link. */
const addressNow = ({ pathname, search, hash } = window.location): Address & { token: string | null } => {
  const address = readViewerAddress(pathname, search);
  const route = address?.route ?? '/';
  // Ours, and no places in the prototype.
  const token = entryToken(hash);
  const { thread: firstThread, panel: firstPanel } = namedIn(hash);
  const isOurs = token !== null || firstThread !== null || firstPanel !== null;
  return {
    id: address?.id ?? '',
    firstRoute: isOurs ? route : route + hash,
    firstThread,
    firstPanel,
    version: address?.version ?? null,
    token,
    section: sectionAsked(),
  };
};

/** `/s/{id}` and `/viewer/{id}`: whatever becomes of opening a snapshot. Needs no router: every way out of it is one of the browser's own. */
export function ViewerPage() {
  const [{ token, ...address }] = useState(addressNow);
  const { id, section } = address;
  useEffect(dropTicket, []);
  useEffect(dropEntryToken, []);

  if (section === 'login') return <Shown content={<EmbeddedLogin />} />;
  if (id === '') return <Shown content={<Refusal title={t('noId')} />} />;
  if (!SnapshotId.safeParse(id).success)
    return <Shown content={<Refusal title={t('notFound')} text={t('notFoundText')} />} />;
  const snapshot = <OpenSnapshot {...address} />;
  return (
    <QueryClientProvider client={queries}>
      <Shown content={token === null ? snapshot : <Entrance token={token}>{snapshot}</Entrance>} />
    </QueryClientProvider>
  );
}

const Shown = ({ content }: { content: ReactNode }) => <Suspense fallback={<Opening />}>{content}</Suspense>;
