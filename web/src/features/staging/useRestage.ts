import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import type { Uploaded, UploadReport } from '@stagelink/shared/contracts/staging';
import type { SettledFinding } from '@stagelink/shared/preview/messages';
import { useEffect, useRef, useState } from 'react';
import { openPins } from '../pins/verificationApi.ts';
import { type OpenPin, useHost } from '../../lib/host.ts';
import { toast } from '../../kit/toast.ts';
import { restage } from './api.ts';
import { prepare } from './prepare.ts';
import { t } from './copy.ts';
import type { Destination } from './stager.ts';
import { failureOf } from './failure.ts';
import type { Choice, Failed, Gather, StagingState } from './steps.ts';
import { useStager } from './useStager.ts';

/** What a restage says besides its version. */
export type StageReport = Pick<UploadReport, 'leftOut' | 'warnings'>;

export interface VerifiedDraft {
  version: number;
  pins: OpenPin[];
  findings: ReadonlyMap<string, SettledFinding>;
  report: StageReport;
}

/** What follows on a draft. */
type Verification =
  | { step: 'checking'; version: number; pins: number }
  | ({ step: 'checked' } & VerifiedDraft)
  | Failed;

export type RestageState = StagingState | Verification;

interface Restaging {
  snapshot: Snapshot;
  limits: PlanLimits;
  /** Published: there were no open pins to verify. */
  onPublished: (version: number, report: StageReport) => void;
}

/** Verifies the open pins of a snapshot on a draft. */
function useVerification({ id, name }: Snapshot) {
  const [verification, setVerification] = useState<Verification | null>(null);
  const { verifyPins } = useHost();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function verify(version: number, count: number, report: StageReport): Promise<void> {
    const { signal } = (running.current = new AbortController());
    const show = (next: Verification) => {
      if (!signal.aborted) setVerification(next);
    };
    try {
      show({ step: 'checking', version, pins: count });
      const pins = await openPins(id);
      const findings = await verifyPins(id, version, pins, signal);
      show({ step: 'checked', version, pins, findings, report });
    } catch (error) {
      show({ step: 'failed', name, ...failureOf(error, name) });
    }
  }

  return { verification, verify, forget: () => setVerification(null) };
}

/**
 * Restages from the browser: if the snapshot has open pins, the version stays a draft until they are
 * verified.
 */
export function useRestage({ snapshot, limits, onPublished }: Restaging) {
  const { id, name } = snapshot;
  const { state, stager } = useStager<Uploaded>();
  const { verification, verify, forget } = useVerification(snapshot);
  const { makePicture } = useHost();
  const destination: Destination<Uploaded> = {
    prepare: (found, choice) => prepare(found, limits, choice),
    send: (bundle, options) => restage(bundle, { ...options, snapshotId: id, publish: 'unless_pinned' }),
    onDone({ version, draft, ...report }) {
      void makePicture(id, version);
      if (draft) void verify(version, draft.openPins, report);
      else onPublished(version, report);
    },
    onLate: ({ version }) => toast(t('restageStagedLate', { version, name })),
  };

  return {
    state: (verification ?? state) satisfies RestageState,
    start(gather: Gather) {
      forget();
      stager.start(destination, name, gather);
    },
    /** Stages the last chosen files again, or one folder of them. */
    startWith(choice: Choice) {
      forget();
      stager.startWith(destination, name, choice);
    },
  };
}
