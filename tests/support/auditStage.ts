import type { Page } from '@playwright/test';
import { MeasuredFinding, Unseen } from '@stagelink/shared/contracts/findings';
import { agentTag } from '@stagelink/shared/preview/handshake';
import { APP, CONTENT, openViewer, serve, SERVED, type Site, viewer } from './previewStage.ts';

/** What the agent answers to an audit. */
interface AuditResult {
  route: string;
  width: number;
  unseen: Unseen;
  findings: MeasuredFinding[];
}

const SIZES = { desktop: 'width:1280px;height:900px', phone: 'width:390px;height:844px' };

/** Adds the agent as the first script of a page. */
const withAgent = (html: string) =>
  /<head[^>]*>/.test(html)
    ? html.replace(/<head[^>]*>/, (head) => head + agentTag(APP, SERVED))
    : agentTag(APP, SERVED) + html;

interface AuditOptions {
  size?: keyof typeof SIZES;
  site?: Site;
  /** Whether the page has been open for a while when it is audited, as in a viewer. */
  isAtRest?: boolean;
}

const REST_MS = 600;

/** Has the agent watch the page, as every viewer does, for as long as a page must rest. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(() => window.sendToAgent({ type: 'pins', pins: [], areShown: true }));
  await page.waitForFunction(
    (until) => performance.now() > until,
    await page.evaluate((ms) => performance.now() + ms, REST_MS),
  );
}

/** Opens a page in a preview of this size and returns what the agent answers to an audit. */
export async function auditAnswer(
  page: Page,
  html: string,
  { size = 'desktop', site = {}, isAtRest = false }: AuditOptions = {},
): Promise<string | null> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await serve(page, CONTENT, { ...site, '/': withAgent(html) });
  await openViewer(page, viewer(`${CONTENT}/`, CONTENT).replace('width:600px;height:400px', SIZES[size]));
  await page.waitForFunction(() => window.received.some(({ type }) => type === 'state'));
  if (isAtRest) await rest(page);
  await page.evaluate(() =>
    window.sendToAgent({ type: 'audit', auditId: '0199aa00-0000-7000-8000-000000000000' }),
  );
  await page.waitForFunction(() => window.received.some(({ type }) => type === 'audited'));
  return page.evaluate(() => {
    const answer = window.received.find(({ type }) => type === 'audited');
    return answer?.type === 'audited' ? answer.result : null;
  });
}

/** Audits the open page once more. */
export async function auditAgain(page: Page): Promise<void> {
  const auditId = crypto.randomUUID();
  await page.evaluate((id) => window.sendToAgent({ type: 'audit', auditId: id }), auditId);
  await page.waitForFunction(
    (id) => window.received.some((message) => message.type === 'audited' && message.auditId === id),
    auditId,
  );
}

/** Parses the result of an audit as the viewer does. */
export function resultOf(answer: string): AuditResult {
  const result = JSON.parse(answer) as AuditResult;
  return {
    ...result,
    unseen: Unseen.parse(result.unseen),
    findings: result.findings.map((one) => MeasuredFinding.parse(one)),
  };
}

/** Audits a page and parses the result. */
export const auditPage = async (...audited: Parameters<typeof auditAnswer>): Promise<AuditResult> =>
  resultOf((await auditAnswer(...audited)) ?? 'null');
