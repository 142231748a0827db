import type { Input } from '@stagelink/shared/contracts/endpoint';
import * as api from '@stagelink/shared/contracts/findings';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { anonymousId, visitorName } from '../../lib/anonymousIdentity.ts';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/queryClient.ts';
import { upsertComment } from '../comments/api.ts';
import { findingsKey } from './findingsKey.ts';
import { type OwnAudit, withOwn } from './local.ts';

const keyOf = (snapshotId: string, version: number) => [...findingsKey(snapshotId), version] as const;
const ownKey = (snapshotId: string, version: number) => ['ownFindings', snapshotId, version] as const;

const none: OwnAudit[] = [];

/** Returns the findings of a version, and those that only this browser has. */
export function useFindings(id: string, version: number, isEnabled = true) {
  const { data: stored, ...query } = useQuery({
    queryKey: keyOf(id, version),
    queryFn: () => call(api.listFindings, { id, version }),
    enabled: isEnabled,
  });
  const { data: own = none } = useQuery<OwnAudit[]>({
    queryKey: ownKey(id, version),
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const data = useMemo(() => stored && withOwn(stored, own), [stored, own]);
  return { ...query, data };
}

function setOwn(id: string, version: number, page: string, audits: OwnAudit[]): void {
  queryClient.setQueryData<OwnAudit[]>(ownKey(id, version), (known = []) => [
    ...known.filter(({ audit }) => audit.page !== page),
    ...audits,
  ]);
}

/** Shows an audit that is not stored, such as a visitor's, until the page is left. */
export const showOwn = (id: string, version: number, own: OwnAudit): void =>
  setOwn(id, version, own.audit.page, [own]);

export async function storeFindings(audit: Input<typeof api.putFindings>): Promise<void> {
  const findings = await call(api.putFindings, audit);
  queryClient.setQueryData(keyOf(audit.id, audit.version), findings);
  setOwn(audit.id, audit.version, audit.page, []);
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
