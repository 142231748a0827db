import { ApiError } from '@stagelink/shared/client';
import type { ErrorCode } from '@stagelink/shared/contracts/errors';
import { SnapshotId } from '@stagelink/shared/contracts/snapshots';
import { useEffect } from 'react';
import { useSnapshotView, viewIsStale } from '../../data/snapshotView.ts';
import { useParams } from '../../ui/router.ts';
import { t } from '../../words/viewer.ts';
import { Gate } from './Gate.tsx';
import { Opening } from './Opening.tsx';
import { FetchFailure, Refusal } from './Refusals.tsx';
import { enterStage } from './stage.ts';
import { useExpiry } from './useExpiry.ts';
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

function OpenSnapshot({ id, firstRoute }: { id: string; firstRoute: string }) {
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
  if (snapshot) return <Viewer snapshot={snapshot} firstRoute={firstRoute} />;
  return <FetchFailure error={error} onRetry={() => void refetch()} />;
}

/** `/s/{id}` and `/viewer/{id}`: whatever becomes of opening a snapshot. */
export function ViewerPage() {
  const { id = '', '*': rest = '' } = useParams();
  useEffect(dropTicket, []);
  useEffect(enterStage, []);

  if (id === '') return <Refusal title={t('noId')} />;
  if (!SnapshotId.safeParse(id).success) return <Refusal title={t('notFound')} text={t('notFoundText')} />;
  return <OpenSnapshot key={id} id={id} firstRoute={`/${rest}`} />;
}
