import { type FindingBrief, findingsOf } from '@stagelink/shared/agentTools/findings';
import { count } from '@stagelink/shared/domain/format';
import { type Context, type Result, writeStatus } from '../context.ts';
import { plainLine } from '../sanitizeTerminal.ts';
import { connectFor, findTarget } from '../target.ts';

export interface FindingsOptions {
  all?: boolean;
  of?: number;
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
}: FindingBrief): string[] {
  return [
    `${SEVERITY_WORDS[severity].padEnd(5)}  ${what} · ${plainLine(page)} · ${width} px${STATE_WORDS[state]}`,
    ...(element ? [`       ${plainLine(element.name)} · ${plainLine(element.selector)}`] : []),
    ...(evidence === '' ? [] : [`       ${plainLine(evidence)}`]),
    `       ${fix} (${rule})`,
  ];
}

/** Lists what checks of a snapshot's pages found. */
export async function run(
  context: Context,
  given: string | undefined,
  { all = false, of: version }: FindingsOptions,
): Promise<Result> {
  const connection = await connectFor(context, given);
  const { id: snapshotId } = findTarget(context, connection, given);
  const query = { snapshotId, areAllShown: all, ...(version === undefined ? {} : { version }) };
  const found = await findingsOf(connection.call, query);
  const { findings, pages } = found;
  if (pages.length === 0) {
    writeStatus(
      context,
      `No page of version ${found.version} has been checked. Open the link and choose Findings.`,
    );
  } else if (findings.length === 0) {
    writeStatus(context, `No open findings on ${count(pages.length, 'checked page')}.`);
  }
  return {
    data: { snapshotId, ...found },
    lines: findings.flatMap((finding, at) => [...(at > 0 ? [''] : []), ...linesOf(finding)]),
  };
}
