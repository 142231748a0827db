import type { VersionFindings } from '@stagelink/shared/contracts/findings';
import { pageOf } from '@stagelink/shared/preview/routes';
import { uuid } from '../../lib/uuid.ts';
import type { mergeResults } from './measure.ts';

/** Presents findings that are not stored as the server would on a first audit. */
export function localFindings(
  { route, widths, unseen, findings }: ReturnType<typeof mergeResults>,
  known: VersionFindings,
): VersionFindings {
  const page = pageOf(route);
  const at = Date.now();
  const { version } = known;
  return {
    ...known,
    audits: [
      ...known.audits.filter((audit) => audit.page !== page),
      { page, at, widths, unseen, comparedWith: null },
    ],
    findings: [
      ...known.findings.filter((finding) => finding.page !== page),
      ...findings.map((finding) => ({
        ...finding,
        id: uuid(),
        version,
        page,
        fingerprint: '',
        state: 'open' as const,
        reason: null,
        byName: null,
        at,
        since: version,
        commentId: null,
      })),
    ],
  };
}
