import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { type ComponentProps, useEffect } from 'react';
import { PageTrees } from '../../features/comments/PageTrees.tsx';
import { PinResults } from '../../features/comments/PinResults.tsx';
import { useOpenThread, useThreadList } from '../../features/comments/threadsContext.ts';
import type { Preview } from '../../features/preview/usePreview.ts';
import { ConnectionState } from './ConnectionState.tsx';
import type { PanelProps } from './panels.tsx';
import { ShownAddress } from './ShownAddress.tsx';
import { useKeyboardInset } from './useKeyboardInset.ts';
import { VersionToast } from './VersionToast.tsx';

/** The address of a framed page is not seen, and the framing page owns the history. */
const isFramed = window.parent !== window;

/** Makes a picture for the owner's lists once the page is shown. */
function usePicture(snapshot: SnapshotView, { status, version }: Preview): void {
  const { id, isOwner } = snapshot;
  const needsPicture = isOwner && (version !== snapshot.version || snapshot.picture === null);
  useEffect(() => {
    if (status === 'open' && needsPicture)
      void import('../../features/pictures/api.ts').then(({ makePicture }) => makePicture(id, version));
  }, [status, needsPicture, id, version]);
}

interface BackgroundProps extends PanelProps {
  connection: ComponentProps<typeof ConnectionState>['state'];
  news: ComponentProps<typeof VersionToast>['news'];
  /** The shown or requested route. */
  route: string;
  /** The thread in the URL. */
  firstThread: string | null;
}

/** What goes on beside the page: results of pins, the address, and notices. */
export function Background({ snapshot, preview, connection, news, route, firstThread }: BackgroundProps) {
  useKeyboardInset();
  usePicture(snapshot, preview);
  const { all, isPending, hasFailed, givenTrees, giveTrees } = useThreadList();
  const { current } = useOpenThread();
  const areKnown = !isPending && !hasFailed;
  return (
    <>
      <PinResults snapshot={snapshot} preview={preview} threads={all} />
      <PageTrees
        preview={preview}
        snapshotId={snapshot.id}
        threads={all}
        given={givenTrees}
        onGiven={giveTrees}
      />
      {/* Notices are in the page before there is anything to say, so that they are read out. */}
      <ConnectionState state={connection} />
      <VersionToast news={news} />
      {!isFramed && (
        <ShownAddress
          snapshot={snapshot}
          preview={preview}
          route={route}
          thread={current?.root.id ?? (areKnown ? null : firstThread)}
        />
      )}
    </>
  );
}
