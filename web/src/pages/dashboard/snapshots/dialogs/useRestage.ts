import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import type { PinFinding } from '@stagelink/shared/preview/messages';
import { useEffect, useRef, useState } from 'react';
import { type OpenPin, openPins } from '../../../../data/pinCheck.ts';
import { useHost } from '../../../../host.ts';
import { restage, type UploadProgress } from '../../../../data/staging.ts';
import { useAskToStay } from '../../../../ui/useAskToStay.ts';
import type { Found } from '../../staging/gather.ts';
import { prepare } from '../../staging/prepare.ts';
import { explain, type Gather, outputsIn } from '../../staging/useStaging.ts';

export interface Checked {
  version: number;
  pins: OpenPin[];
  findings: ReadonlyMap<string, PinFinding>;
}

export type RestageState =
  | { step: 'choosing' }
  | { step: 'reading'; files: number }
  | { step: 'sending'; progress: UploadProgress | null }
  | { step: 'checking'; version: number; pins: number }
  | ({ step: 'checked' } & Checked)
  | { step: 'failed'; message: string; outputs: readonly string[] };

interface Restaging {
  snapshot: Snapshot;
  limits: PlanLimits;
  /** The link shows it: there were no pins to look for. */
  onPublished: (version: number) => void;
}

/** Restaging from the browser: a version whose snapshot has open pins waits until they have been looked for on it. */
export function useRestage({ snapshot: { id }, limits, onPublished }: Restaging) {
  const [state, setState] = useState<RestageState>({ step: 'choosing' });
  const { lookForPins } = useHost();
  const running = useRef<AbortController>(undefined);
  const lastFound = useRef<readonly Found[]>([]);
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
      const bundle = prepare(found, limits, output);
      step({ step: 'sending', progress: null });
      const { version, waits } = await restage(bundle, {
        snapshotId: id,
        publish: 'unless_pinned',
        signal,
        onProgress: (progress) => step({ step: 'sending', progress }),
      });
      if (!waits) return onPublished(version);
      step({ step: 'checking', version, pins: waits.openPins });
      const pins = await openPins(id);
      const findings = await lookForPins(id, version, pins, signal);
      step({ step: 'checked', version, pins, findings });
    } catch (error) {
      step({ step: 'failed', message: explain(error), outputs: outputsIn(error) });
    }
  }

  return {
    state,
    start,
    /** Stages one folder of what was chosen last. */
    startWith: (output: string) => start(() => [...lastFound.current], output),
    reset: () => setState({ step: 'choosing' }),
  };
}
