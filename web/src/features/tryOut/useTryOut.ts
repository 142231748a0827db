import type { TriedOut } from '@stagelink/shared/contracts/tryOut';
import { useEffect, useRef, useState } from 'react';
import { useAskToStay } from '../../lib/useAskToStay.ts';
import { stageUnclaimed } from '../staging/api.ts';
import type { FoundFile } from '../staging/gather.ts';
import { prepare, type SizeLimit } from '../staging/prepare.ts';
import { type Choice, failureOf, type Gather, isBusy, type StagingState } from '../staging/steps.ts';
import { rememberClaim } from './claimLinks.ts';

function remember({ url, claimUrl }: TriedOut): void {
  rememberClaim(new URL(url).pathname.split('/').at(-1) ?? '', new URL(claimUrl).hash.slice(1));
}

/** Stages without an account, one bundle at a time. */
export function useTryOut(limit: SizeLimit) {
  const [state, setState] = useState<StagingState<TriedOut>>({ step: 'idle' });
  const running = useRef<AbortController>(undefined);
  const lastFound = useRef<readonly FoundFile[]>([]);
  const lastChoice = useRef<Choice>({});
  useEffect(() => () => running.current?.abort(), []);
  useAskToStay(isBusy(state));

  async function start(name: string, gather: Gather, choice: Choice = {}): Promise<void> {
    if (isBusy(state)) return;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const step = (next: StagingState<TriedOut>) => {
      if (!signal.aborted) setState(next);
    };
    try {
      step({ step: 'reading', name, files: 0 });
      const found = await gather({ signal, onCount: (files) => step({ step: 'reading', name, files }) });
      lastFound.current = found;
      lastChoice.current = choice;
      const bundle = await prepare(found, limit, choice);
      step({ step: 'sending', name: bundle.name, progress: null });
      const staged = await stageUnclaimed(bundle, {
        signal,
        onProgress: (progress) => step({ step: 'sending', name: bundle.name, progress }),
      });
      remember(staged);
      step({ step: 'done', staged });
    } catch (error) {
      step({ step: 'failed', name, ...failureOf(error) });
    }
  }

  return {
    state,
    start: (name: string, gather: Gather) => void start(name, gather),
    /** Stages the last chosen files again, or one folder of them. */
    startWith: (name: string, choice: Choice) =>
      void start(name, () => [...lastFound.current], { ...lastChoice.current, ...choice }),
    reset() {
      running.current?.abort();
      setState({ step: 'idle' });
    },
  };
}
