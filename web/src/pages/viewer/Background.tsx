import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useEffect, useMemo, useState } from 'react';
import { Ghosts } from '../../features/agentWork/Ghosts.tsx';
import { takeAnswerToken } from '../../features/agentWork/answerToken.ts';
import { PageTrees } from '../../features/comments/PageTrees.tsx';
import { PinResults } from '../../features/comments/PinResults.tsx';
import { useOpenThread, useThreadList } from '../../features/comments/threadsContext.ts';
import type { Preview } from '../../features/preview/usePreview.ts';
import { Toasts } from '../../kit/Toasts.tsx';
import styles from './Background.module.css';
import { ConnectionState } from './ConnectionState.tsx';
import type { PanelProps } from './panels.tsx';
import { ShownAddress } from './ShownAddress.tsx';
import { useKeyboardInset } from './useKeyboardInset.ts';
import { useLiveSnapshot } from './useLiveSnapshot.ts';

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
  /** The shown or requested route. */
  route: string;
  /** The thread in the URL. */
  firstThread: string | null;
}

/** What goes on beside the page: live updates, results of pins, the address, and notices. */
export function Background({ snapshot, preview, route, firstThread }: BackgroundProps) {
  useState(takeAnswerToken);
  useKeyboardInset();
  const connection = useLiveSnapshot(snapshot.id);
  usePicture(snapshot, preview);
  const { all, isPending, hasFailed, givenTrees, giveTrees } = useThreadList();
  const { current } = useOpenThread();
  const roots = useMemo(() => all.map(({ root }) => root), [all]);
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
      <Ghosts preview={preview} snapshotId={snapshot.id} current={current?.root ?? null} threads={roots} />
      {/* Notices are in the page before there is anything to say, so that they are read out. */}
      <ConnectionState state={connection} />
      <Toasts className={styles.toasts} />
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
