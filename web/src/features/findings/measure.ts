import { MeasuredFinding, Unseen } from '@stagelink/shared/contracts/findings';
import { AUDIT_MAX, FINDINGS_MAX } from '@stagelink/shared/preview/auditLimits';
import { ROUTE_MAX } from '@stagelink/shared/preview/handshake';
import { storableText } from '@stagelink/shared/locator/storableText';
import { isSamePage } from '@stagelink/shared/preview/routes';
import * as z from 'zod/mini';
import { uuid } from '../../lib/uuid.ts';
import { linkPreview } from '../preview/api.ts';
import { addHiddenFrame } from '../preview/hiddenFrameApi.ts';
import type { Preview } from '../preview/usePreview.ts';
import { openPreview } from '../snapshots/viewApi.ts';

const PHONE = { width: 390, height: 844 };
/** The agent stops after ten seconds; before that, a page may load. */
const GIVE_UP_MS = 20_000;

const Result = z.strictObject({
  route: storableText(ROUTE_MAX).check(z.startsWith('/')),
  width: z.int().check(z.gte(1), z.lte(100_000)),
  unseen: Unseen,
  findings: z.array(z.unknown()).check(z.maxLength(FINDINGS_MAX)),
});

/** What one audit measured. */
export interface Measured {
  route: string;
  width: number;
  unseen: Unseen;
  findings: MeasuredFinding[];
}

/** Parses the result of an untrusted page. Drops findings that violate the contract; null if it is no result. */
export function parseResult(json: string | null): Measured | null {
  try {
    const result = Result.safeParse(JSON.parse(json ?? 'null'));
    if (!result.success) return null;
    const findings = result.data.findings.flatMap((one) => MeasuredFinding.safeParse(one).data ?? []);
    return { ...result.data, findings };
  } catch {
    return null;
  }
}

const keyOf = ({ rule, severity, locator }: MeasuredFinding) =>
  `${rule} ${severity} ${locator?.elementSelector ?? ''}`;

/** Adds what only the phone's width shows, as far as a request may contain. */
export function mergeResults(shown: Measured, phone: Measured | null): Measured & { widths: number[] } {
  if (!phone || !isSamePage(phone.route, shown.route)) return { ...shown, widths: [shown.width] };
  const known = new Set(shown.findings.map(keyOf));
  const both = [...shown.findings, ...phone.findings.filter((one) => !known.has(keyOf(one)))];
  let length = 0;
  const findings = both
    .slice(0, FINDINGS_MAX)
    .filter((one) => (length += JSON.stringify(one).length) <= AUDIT_MAX);
  const isCut = shown.unseen.isCut || phone.unseen.isCut || findings.length < both.length;
  return { ...shown, findings, unseen: { ...shown.unseen, isCut }, widths: [shown.width, phone.width] };
}

interface Watching {
  progress: (part: number) => void;
  signal: AbortSignal;
}

/** Collects the answer to one audit. */
function createAnswer(auditId: string, { progress, signal }: Watching) {
  let resolve: (measured: Measured | null) => void = () => undefined;
  const answer = new Promise<Measured | null>((settle) => {
    resolve = settle;
  });
  const limit = setTimeout(() => resolve(null), GIVE_UP_MS);
  signal.addEventListener('abort', () => resolve(null));
  const receive: Parameters<Preview['listen']>[0] = (message) => {
    if (message.type === 'auditing' && message.auditId === auditId) progress(message.part);
    if (message.type === 'audited' && message.auditId === auditId) resolve(parseResult(message.result));
  };
  return { receive, answer: answer.finally(() => clearTimeout(limit)) };
}

/** Measures the page in the preview. Null if it has no agent or does not answer. */
export async function measureShown({ send, listen }: Preview, watching: Watching): Promise<Measured | null> {
  const auditId = uuid();
  const { receive, answer } = createAnswer(auditId, watching);
  const stop = listen(receive);
  try {
    return send({ type: 'audit', auditId }) ? await answer : null;
  } finally {
    stop();
  }
}

/** Measures the same page in an invisible frame of a phone's width. */
export async function measureOnPhone(
  { id, version, route }: { id: string; version: number; route: string },
  watching: Watching,
): Promise<Measured | null> {
  const url = await openPreview(id, route, version);
  const auditId = uuid();
  const { receive, answer } = createAnswer(auditId, watching);
  const frame = addHiddenFrame({ size: PHONE, isFresh: true });
  const target = { contentOrigin: new URL(url).origin, snapshotId: id, version: () => version };
  const line = linkPreview(frame, target, {
    onReady: () => line.send({ type: 'audit', auditId }),
    onMessage: receive,
  });
  try {
    frame.src = url;
    return await answer;
  } finally {
    line.close();
    frame.remove();
  }
}
