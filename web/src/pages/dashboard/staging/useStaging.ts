import { ApiError } from '@stagelink/shared/client';
import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import type { Staged } from '@stagelink/shared/contracts/staging';
import { useEffect, useRef, useState } from 'react';
import { sentence } from '../../../data/sentence.ts';
import { stage, type UploadProgress } from '../../../data/staging.ts';
import { t } from '../../../words/staging.ts';
import type { Found } from './gather.ts';
import { prepare, Unstageable } from './prepare.ts';

export type StagingState =
  | { step: 'idle' }
  | { step: 'reading'; name: string; files: number }
  | { step: 'sending'; name: string; progress: UploadProgress | null }
  | { step: 'done'; staged: Staged }
  | { step: 'failed'; name: string; message: string };

/** Finds the files of what was chosen, telling how many it has met so far. */
export type Gather = (options: {
  signal: AbortSignal;
  onCount: (files: number) => void;
}) => Promise<Found[]> | Found[];

/** Why something could not be staged, as a sentence. */
export function explain(error: unknown): string {
  if (error instanceof Unstageable) return error.message;
  // A proxy in front of the server may refuse a large body in its own words.
  if (error instanceof ApiError && error.status === 413 && error.code === 'internal') {
    return t('tooLargeForServer');
  }
  if (error instanceof DOMException) return t('unreadable');
  return sentence(error, t('unexpected'));
}

/** Staging from the browser, one bundle at a time, into a project or none. */
export function useStaging(limits: PlanLimits, projectId: string | null) {
  const [state, setState] = useState<StagingState>({ step: 'idle' });
  const running = useRef<AbortController>(undefined);

  useEffect(() => () => running.current?.abort(), []);

  async function start(name: string, gather: Gather): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const step = (next: StagingState) => {
      if (!signal.aborted) setState(next);
    };
    try {
      step({ step: 'reading', name, files: 0 });
      const found = await gather({ signal, onCount: (files) => step({ step: 'reading', name, files }) });
      const bundle = prepare(found, limits);
      step({ step: 'sending', name: bundle.name, progress: null });
      const staged = await stage(bundle, {
        signal,
        projectId,
        onProgress: (progress) => step({ step: 'sending', name: bundle.name, progress }),
      });
      step({ step: 'done', staged });
    } catch (error) {
      step({ step: 'failed', name, message: explain(error) });
    }
  }

  function reset(): void {
    running.current?.abort();
    setState({ step: 'idle' });
  }

  return { state, start, reset };
}
