import { reportPins as report } from '@stagelink/shared/contracts/comments';
import { keptState, resultOf } from '@stagelink/shared/domain/pins';
import type { PinFinding } from '@stagelink/shared/preview/messages';
import { call } from '../../lib/api.ts';

/** Reports the pin results of a version. */
export async function reportPins(id: string, version: number, findings: Iterable<PinFinding>): Promise<void> {
  const results = Array.from(findings, ({ id: commentId, confidence, ...finding }) => {
    const { status, isRemoved } = resultOf(keptState(finding.status));
    // The former release, which may still answer during an update, knows the others only.
    return { commentId, status, confidence, ...(isRemoved && { isRemoved }) };
  });
  await call(report, { id, version, findings: results });
}
