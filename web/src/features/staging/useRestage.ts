import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import type { PinFinding } from '@stagelink/shared/preview/messages';
import { useEffect, useRef, useState } from 'react';
import { openPins } from '../pins/verificationApi.ts';
import { type OpenPin, useHost } from '../../lib/host.ts';
import { restage, type UploadProgress } from './api.ts';
import { useAskToStay } from '../../lib/useAskToStay.ts';
import type { FoundFile } from './gather.ts';
import { prepare } from './prepare.ts';
import { explain, type Gather, outputsIn } from './steps.ts';

export interface VerifiedDraft {
  version: number;
  pins: OpenPin[];
  findings: ReadonlyMap<string, PinFinding>;
}

export type RestageState =
  | { step: 'choosing' }
  | { step: 'reading'; files: number }
  | { step: 'sending'; progress: UploadProgress | null }
  | { step: 'checking'; version: number; pins: number }
  | ({ step: 'checked' } & VerifiedDraft)
  | { step: 'failed'; message: string; outputs: readonly string[] };

interface Restaging {
  snapshot: Snapshot;
  limits: PlanLimits;
  /** Published: there were no open pins to verify. */
  onPublished: (version: number) => void;
}

/**
 * Restages from the browser: if the snapshot has open pins, the version stays a draft until they are
 * verified.
 */
export function useRestage({ snapshot: { id }, limits, onPublished }: Restaging) {
  const [state, setState] = useState<RestageState>({ step: 'choosing' });
  const { verifyPins, makePicture } = useHost();
  const running = useRef<AbortController>(undefined);
  const lastFound = useRef<readonly FoundFile[]>([]);
  useEffect(() => () => running.current?.abort(), []);
  useAskToStay(state.step === 'reading' || state.step === 'sending');

  async function start(gather: Gather, output?: string): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const step = (next: RestageState) => {
      if (!signal.aborted) setState(next);
    };
    try {
      step({ step: 'reading', files: 0 });
      const found = await gather({ signal, onCount: (files) => step({ step: 'reading', files }) });
      lastFound.current = found;
      const bundle = await prepare(found, limits, output);
      step({ step: 'sending', progress: null });
      const { version, draft } = await restage(bundle, {
        snapshotId: id,
        publish: 'unless_pinned',
        signal,
        onProgress: (progress) => step({ step: 'sending', progress }),
      });
      void makePicture(id, version);
      if (!draft) return onPublished(version);
      step({ step: 'checking', version, pins: draft.openPins });
      const pins = await openPins(id);
      const findings = await verifyPins(id, version, pins, signal);
      step({ step: 'checked', version, pins, findings });
    } catch (error) {
      step({ step: 'failed', message: explain(error), outputs: outputsIn(error) });
    }
  }

  return {
    state,
    start,
    /** Stages one folder of the last chosen files. */
    startWith: (output: string) => start(() => [...lastFound.current], output),
    reset: () => setState({ step: 'choosing' }),
  };
}
