import { ApiError } from '@stagelink/shared/client';
import type { ErrorCode } from '@stagelink/shared/contracts/errors';
import { SnapshotId } from '@stagelink/shared/contracts/snapshots';
import { readViewerAddress } from '@stagelink/shared/preview/address';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queries } from '../../data/queries.ts';
import { useSnapshotView, viewIsStale } from '../../data/snapshotView.ts';
import { t } from '../../words/viewer.ts';
import { Gate } from './Gate.tsx';
import { Opening } from './Opening.tsx';
import { FetchFailure, Refusal } from './Refusals.tsx';
import { useExpiry } from './useExpiry.ts';
import { OtherVersionViewer } from './versions/OtherVersionViewer.tsx';
import { Viewer } from './Viewer.tsx';

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
  /** Null: what the link shows. */
  version: number | null;
}

function OpenSnapshot({ id, version, ...first }: Address) {
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
  if (snapshot && version !== null) {
    return <OtherVersionViewer snapshot={snapshot} version={version} {...first} />;
  }
  if (snapshot) return <Viewer snapshot={snapshot} firstVersion={null} {...first} />;
  return <FetchFailure error={error} onRetry={() => void refetch()} />;
}

const addressNow = ({ pathname, search, hash } = window.location): Address => {
  const address = readViewerAddress(pathname, search);
  // Ours, and no place in the prototype.
  const firstThread = /^#thread=([\da-f-]{36})$/.exec(hash)?.[1] ?? null;
  const route = address?.route ?? '/';
  return {
    id: address?.id ?? '',
    firstRoute: firstThread === null ? route + hash : route,
    firstThread,
    version: address?.version ?? null,
  };
};

/** `/s/{id}` and `/viewer/{id}`: whatever becomes of opening a snapshot. Needs no router: every way out of it is one of the browser's own. */
export function ViewerPage() {
  const [address] = useState(addressNow);
  const { id } = address;
  useEffect(dropTicket, []);

  if (id === '') return <Refusal title={t('noId')} />;
  if (!SnapshotId.safeParse(id).success) return <Refusal title={t('notFound')} text={t('notFoundText')} />;
  return (
    <QueryClientProvider client={queries}>
      <OpenSnapshot {...address} />
    </QueryClientProvider>
  );
}
