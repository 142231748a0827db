import type { Input } from '@stagelink/shared/contracts/endpoint';
import * as api from '@stagelink/shared/contracts/findings';
import { useQuery } from '@tanstack/react-query';
import { anonymousId, visitorName } from '../../lib/anonymousIdentity.ts';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/queryClient.ts';
import { upsertComment } from '../comments/api.ts';

const keyOf = (snapshotId: string, version: number) => ['findings', snapshotId, version] as const;

export const useFindings = (id: string, version: number, isEnabled = true) =>
  useQuery({
    queryKey: keyOf(id, version),
    queryFn: () => call(api.listFindings, { id, version }),
    enabled: isEnabled,
  });

/** Shows findings that are not stored: those of a visitor, until the page is left. */
export const showFindings = (id: string, findings: api.VersionFindings) =>
  queryClient.setQueryData(keyOf(id, findings.version), findings);

export async function storeFindings(audit: Input<typeof api.putFindings>): Promise<void> {
  showFindings(audit.id, await call(api.putFindings, audit));
}

function replace(id: string, finding: api.Finding): void {
  queryClient.setQueryData<api.VersionFindings>(
    keyOf(id, finding.version),
    (known) =>
      known && { ...known, findings: known.findings.map((one) => (one.id === finding.id ? finding : one)) },
  );
}

export async function setFindingState(change: Input<typeof api.updateFinding>): Promise<void> {
  replace(change.id, (await call(api.updateFinding, change)).finding);
}

/** Makes a thread of a stored finding. */
export async function commentOn(id: string, finding: api.Finding, isVisitor: boolean): Promise<void> {
  const author = isVisitor ? { anonymousUserId: anonymousId(), authorName: visitorName() } : {};
  const { comment } = await call(api.commentOnFinding, { id, findingId: finding.id, ...author });
  replace(id, { ...finding, commentId: comment.id });
  await upsertComment(comment);
}
