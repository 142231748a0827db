import type { Audit, Finding, VersionFindings } from '@stagelink/shared/contracts/findings';
import { pageOf } from '@stagelink/shared/preview/routes';
import { uuid } from '../../lib/uuid.ts';
import type { mergeResults } from './measure.ts';

/** An audit of one page that only this browser has. */
export interface OwnAudit {
  audit: Audit;
  findings: Finding[];
}

/** Presents an audit that is not stored as the server would on a first one. */
export function ownAudit(
  { route, widths, unseen, findings }: ReturnType<typeof mergeResults>,
  version: number,
): OwnAudit {
  const page = pageOf(route);
  const at = Date.now();
  return {
    audit: { page, at, widths, unseen, comparedWith: null },
    findings: findings.map((finding) => ({
      ...finding,
      id: uuid(),
      version,
      page,
      fingerprint: '',
      state: 'open',
      reason: null,
      byName: null,
      at,
      since: version,
      commentId: null,
    })),
  };
}

export interface ShownFindings extends VersionFindings {
  /** Pages whose findings only this browser has. */
  ownPages: readonly string[];
}

/** Shows this browser's audits in place of those of the same pages on the server. */
export function withOwn(stored: VersionFindings, own: readonly OwnAudit[]): ShownFindings {
  const ownPages = own.map(({ audit }) => audit.page);
  const isStored = ({ page }: { page: string }) => !ownPages.includes(page);
  return {
    ...stored,
    ownPages,
    audits: [...stored.audits.filter(isStored), ...own.map(({ audit }) => audit)],
    findings: [...stored.findings.filter(isStored), ...own.flatMap(({ findings }) => findings)],
  };
}
