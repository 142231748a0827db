import { dismissFinding, type FindingBrief, findingsOf } from '@stagelink/shared/agentTools/findings';
import { DISMISSAL_REASONS, type DismissalReason } from '@stagelink/shared/contracts/findings';
import { count } from '@stagelink/shared/domain/format';
import type { Connection } from '../connection.ts';
import { type Context, type Result, writeStatus } from '../context.ts';
import { usage } from '../errors.ts';
import { plainLine } from '../sanitizeTerminal.ts';
import { connectFor, findTarget } from '../target.ts';

export interface FindingsOptions {
  all?: boolean;
  of?: number;
  /** Id of a finding to dismiss. */
  dismiss?: string;
  reason?: string;
}

const STATE_WORDS = { open: '', dismissed: ' · dismissed', fixed: ' · fixed' } as const;
const SEVERITY_WORDS = { fault: 'Fault', hint: 'Hint', look: 'Look' } as const;

/** Page texts are untrusted: the terminal gets plain lines. */
function linesOf({
  severity,
  what,
  page,
  state,
  evidence,
  element,
  fix,
  rule,
  width,
  id,
}: FindingBrief): string[] {
  return [
    `${SEVERITY_WORDS[severity].padEnd(5)}  ${what} · ${plainLine(page)} · ${width} px${STATE_WORDS[state]}`,
    ...(element ? [`       ${plainLine(element.name)} · ${plainLine(element.selector)}`] : []),
    ...(evidence === '' ? [] : [`       ${plainLine(evidence)}`]),
    `       ${fix} (${rule})`,
    `       ${id}`,
  ];
}

function reasonOf(given: string | undefined): DismissalReason {
  const reason = DISMISSAL_REASONS.find((one) => one === given);
  if (!reason) throw usage('--dismiss needs a --reason.', `Add one of: ${DISMISSAL_REASONS.join(', ')}.`);
  return reason;
}

async function dismissOne(
  { call }: Connection,
  id: string,
  { dismiss: findingId, reason }: { dismiss: string; reason: DismissalReason },
): Promise<Result> {
  const finding = await dismissFinding(call, { id, findingId, reason });
  return { data: { finding }, lines: ['Dismissed.'] };
}

/** Lists what checks of a snapshot's pages found, or dismisses one finding. */
export async function run(
  context: Context,
  given: string | undefined,
  { all = false, of: version, dismiss, reason: why }: FindingsOptions,
): Promise<Result> {
  if (dismiss === undefined && why !== undefined)
    throw usage('--reason says why a finding is dismissed.', 'Name the finding with --dismiss.');
  const reason = dismiss === undefined ? null : reasonOf(why);
  const connection = await connectFor(context, given);
  const { id: snapshotId } = findTarget(context, connection, given);
  if (dismiss !== undefined && reason) return dismissOne(connection, snapshotId, { dismiss, reason });
  const query = { snapshotId, areAllShown: all, ...(version === undefined ? {} : { version }) };
  const found = await findingsOf(connection.call, query);
  const { findings, pages } = found;
  if (pages.length === 0) {
    writeStatus(
      context,
      `No page of version ${found.version} has been checked. Open the link and choose AI UX Assistant, then Checks.`,
    );
  } else if (findings.length === 0) {
    writeStatus(context, `No open findings on ${count(pages.length, 'checked page')}.`);
  }
  return {
    data: { snapshotId, ...found },
    lines: findings.flatMap((finding, at) => [...(at > 0 ? [''] : []), ...linesOf(finding)]),
  };
}
