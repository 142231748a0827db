import { ApiError } from '@stagelink/shared/client/call';
import { SnapshotId, type SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { isOurHash, readViewerAddress } from '@stagelink/shared/preview/viewerUrl';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { queryClient } from '../../lib/queryClient.ts';
import { callerOf, invalidateSnapshotView, useSnapshotView } from '../../features/snapshots/viewApi.ts';
import { Later } from './Later.ts';
import { type Section, requestedSection } from './embedded/section.ts';
import { LoadingScreen } from '../../features/preview/LoadingScreen.tsx';
import { namedIn } from './hashLinks.ts';
import type { PanelName } from './panels.tsx';
import { dropEntryToken, entryToken } from '../../features/reviews/entryAddress.ts';
import { useExpiry } from './useExpiry.ts';
import { useFormerCaller } from './useFormerCaller.ts';
import { Viewer } from './Viewer.tsx';

// Parts that most visits do not show load on demand.
const Unopened = lazy(async () => ({ default: (await import('./Unopened.tsx')).Unopened }));
const OtherVersionViewer = lazy(async () => ({
  default: (await import('./OtherVersionViewer.tsx')).OtherVersionViewer,
}));
const ReviewLinkPage = lazy(async () => ({
  default: (await import('../../features/reviews/ReviewLinkPage.tsx')).ReviewLinkPage,
}));
const Embedded = lazy(async () => ({ default: (await import('./embedded/Embedded.tsx')).Embedded }));
const EmbeddedLogin = lazy(async () => ({
  default: (await import('./embedded/EmbeddedLogin.tsx')).EmbeddedLogin,
}));

/** The snapshot closes even if it was open. */
const isClosed = (error: Error | null): error is ApiError =>
  error instanceof ApiError && ['password_required', 'not_found', 'gone'].includes(error.code);

/** A ticket in the URL is for the server only and must not be copied with the link. */
function dropTicket(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has('token')) return;
  url.searchParams.delete('token');
  window.history.replaceState(window.history.state, '', url);
}

interface Address {
  id: string;
  firstRoute: string;
  /** The thread in the URL. */
  firstThread: string | null;
  /** The panel in the URL. */
  firstPanel: PanelName | null;
  /** Null: the live version. */
  version: number | null;
  /** The single section to show, inside another page. */
  section: Section | null;
}

interface OpenedProps extends Omit<Address, 'id' | 'section'> {
  snapshot: SnapshotView;
}

function Opened({ version, ...props }: OpenedProps) {
  return version === null ? (
    <Viewer firstVersion={null} {...props} />
  ) : (
    <OtherVersionViewer version={version} {...props} />
  );
}

function OpenSnapshot({ id, version, section, ...first }: Address) {
  const { data: snapshot, error, isPending, failureCount, refetch } = useSnapshotView(id);
  const former = useFormerCaller(snapshot);
  useExpiry(snapshot?.expiresAt, () => void invalidateSnapshotView(id));

  if (isPending) return <LoadingScreen isRetrying={failureCount > 0} />;
  const failed = { wasOpen: snapshot !== undefined, onRetry: () => void refetch() };
  if (isClosed(error)) return <Unopened id={id} failed={{ ...failed, error }} />;
  if (!snapshot) return <Unopened id={id} failed={{ ...failed, error }} />;
  if (section !== null && section !== 'login') {
    return <Embedded key={callerOf(snapshot)} snapshot={snapshot} section={section} />;
  }
  return (
    <>
      {former !== null && snapshot.you.kind !== 'reviewer' && (
        <Later>{({ CallerStrip }) => <CallerStrip snapshot={snapshot} former={former} />}</Later>
      )}
      <Opened key={callerOf(snapshot)} snapshot={snapshot} version={version} {...first} />
    </>
  );
}

/** Includes the token of a personal link. */
const addressNow = ({ pathname, search, hash } = window.location): Address & { token: string | null } => {
  const address = readViewerAddress(pathname, search);
  const route = address?.route ?? '/';
  const { thread: firstThread, panel: firstPanel } = namedIn(hash);
  return {
    id: address?.id ?? '',
    firstRoute: isOurHash(hash) ? route : route + hash,
    firstThread,
    firstPanel,
    version: address?.version ?? null,
    token: entryToken(hash),
    section: requestedSection(),
  };
};

/** `/s/{id}` and `/viewer/{id}`. Renders without the router: all its links are plain ones. */
export function ViewerPage() {
  const [{ token, ...address }] = useState(addressNow);
  const { id, section } = address;
  useEffect(dropTicket, []);
  useEffect(dropEntryToken, []);

  if (section === 'login') return <Page content={<EmbeddedLogin />} />;
  return (
    <QueryClientProvider client={queryClient}>
      <Page content={contentOf()} />
    </QueryClientProvider>
  );

  function contentOf(): ReactNode {
    if (!SnapshotId.safeParse(id).success) return <Unopened id={id} />;
    const snapshot = <OpenSnapshot {...address} />;
    return token === null ? snapshot : <ReviewLinkPage token={token}>{snapshot}</ReviewLinkPage>;
  }
}

const Page = ({ content }: { content: ReactNode }) => (
  <Suspense fallback={<LoadingScreen />}>{content}</Suspense>
);
