import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useEffect, useEffectEvent } from 'react';
import type { Preview } from './usePreview.ts';

/** Says once where the browser does not isolate a page that asks for it. */
export function useIsolationNotice(snapshot: SnapshotView, preview: Preview): void {
  const { listen } = preview;
  // Loaded when needed: few pages ask for it.
  const say = useEffectEvent(async () =>
    (await import('./isolationNotice.ts')).sayNotIsolated(snapshot, preview),
  );
  useEffect(() => {
    const stop = listen(({ type }) => {
      if (type !== 'unisolated') return;
      stop();
      void say();
    });
    return stop;
  }, [listen]);
}
