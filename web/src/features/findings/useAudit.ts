import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import type { VersionFindings } from '@stagelink/shared/contracts/findings';
import { pageOf } from '@stagelink/shared/preview/routes';
import { useEffect, useRef, useState } from 'react';
import type { Preview } from '../preview/usePreview.ts';
import { showOwn, storeFindings } from './api.ts';
import { ownAudit } from './local.ts';
import { measureOnPhone, measureShown, mergeResults } from './measure.ts';

/** The page in the preview, then the same page on a phone. */
type Step = 'shown' | 'phone';

export interface Audit {
  step: Step | null;
  /** Percent. */
  progress: number;
  failure: 'failed' | 'notStored' | null;
  run: () => void;
  stop: () => void;
}

/** Audits the page in the preview, and stores what it finds if this person's audits are stored. */
export function useAudit(
  snapshot: SnapshotView,
  preview: Preview,
  known: VersionFindings | undefined,
): Audit {
  const [step, setStep] = useState<Step | null>(null);
  const [progress, setProgress] = useState(0);
  const [failure, setFailure] = useState<Audit['failure']>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function measure(signal: AbortSignal): Promise<void> {
    const { id } = snapshot;
    const { version } = preview;
    setStep('shown');
    const shown = await measureShown(preview, { signal, progress: (part) => setProgress(part * 50) });
    if (signal.aborted || !known) return;
    if (!shown) return setFailure('failed');
    setStep('phone');
    setProgress(50);
    // The frame would have our own origin in path mode.
    const phone =
      snapshot.contentOrigin === null
        ? null
        : await measureOnPhone(
            { id, version, route: shown.route },
            { signal, progress: (part) => setProgress(50 + part * 50) },
          ).catch(() => null);
    if (signal.aborted) return;
    const merged = mergeResults(shown, phone);
    if (known.canDismiss) {
      const { route, widths, unseen, findings } = merged;
      try {
        await storeFindings({ id, version, page: pageOf(route), widths, unseen, findings });
        return;
      } catch {
        setFailure('notStored');
      }
    }
    showOwn(id, version, ownAudit(merged, version));
  }

  async function run(): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setFailure(null);
    setProgress(0);
    await measure(controller.signal);
    if (running.current === controller) setStep(null);
  }

  return {
    step,
    progress,
    failure,
    run: () => void run(),
    stop() {
      running.current?.abort();
      running.current = null;
      setStep(null);
    },
  };
}
