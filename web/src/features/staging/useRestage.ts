import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import type { UploadReport } from '@stagelink/shared/contracts/staging';
import type { PinFinding } from '@stagelink/shared/preview/messages';
import { useEffect, useRef, useState } from 'react';
import { openPins } from '../pins/verificationApi.ts';
import { type OpenPin, useHost } from '../../lib/host.ts';
import { restage, type UploadProgress } from './api.ts';
import { useAskToStay } from '../../lib/useAskToStay.ts';
import type { FoundFile } from './gather.ts';
import { prepare } from './prepare.ts';
import { type Choice, type Failure, failureOf, type Gather } from './steps.ts';

/** What a restage says besides its version. */
export type StageReport = Pick<UploadReport, 'leftOut' | 'warnings'>;

export interface VerifiedDraft {
  version: number;
  pins: OpenPin[];
  findings: ReadonlyMap<string, PinFinding>;
  report: StageReport;
}

export type RestageState =
  | { step: 'choosing' }
  | { step: 'reading'; files: number }
  | { step: 'sending'; progress: UploadProgress | null }
  | { step: 'checking'; version: number; pins: number }
  | ({ step: 'checked' } & VerifiedDraft)
  | ({ step: 'failed' } & Failure);

interface Restaging {
  snapshot: Snapshot;
  limits: PlanLimits;
  /** Published: there were no open pins to verify. */
  onPublished: (version: number, report: StageReport) => void;
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
  const lastChoice = useRef<Choice>({});
  useEffect(() => () => running.current?.abort(), []);
  useAskToStay(state.step === 'reading' || state.step === 'sending');

  async function start(gather: Gather, choice: Choice = {}): Promise<void> {
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
      lastChoice.current = choice;
      const bundle = await prepare(found, limits, choice);
      step({ step: 'sending', progress: null });
      const { version, draft, ...report } = await restage(bundle, {
        snapshotId: id,
        publish: 'unless_pinned',
        allowsSecrets: choice.allowsSecrets,
        signal,
        onProgress: (progress) => step({ step: 'sending', progress }),
      });
      void makePicture(id, version);
      if (!draft) return onPublished(version, report);
      step({ step: 'checking', version, pins: draft.openPins });
      const pins = await openPins(id);
      const findings = await verifyPins(id, version, pins, signal);
      step({ step: 'checked', version, pins, findings, report });
    } catch (error) {
      step({ step: 'failed', ...failureOf(error) });
    }
  }

  return {
    state,
    start,
    /** Stages the last chosen files again, or one folder of them. */
    startWith: (choice: Choice) => start(() => [...lastFound.current], { ...lastChoice.current, ...choice }),
    reset: () => setState({ step: 'choosing' }),
  };
}
