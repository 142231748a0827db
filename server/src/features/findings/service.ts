import type { Parsed, Reply } from '@stagelink/shared/contracts/endpoint';
import type { listFindings, putFindings, updateFinding } from '@stagelink/shared/contracts/findings';
import { AUDITED_PAGES_MAX } from '@stagelink/shared/preview/auditLimits';
import { findingComment } from '@stagelink/shared/domain/findingComment';
import type { Access } from '../access/access.ts';
import { commenterFor } from '../comments/commenter.ts';
import type { CommentRow } from '../comments/repo.ts';
import { assertMayPost, write } from '../comments/post.ts';
import * as comments from '../comments/service.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import type { CountedRequest, RequestContext } from '../../platform/http/principal.ts';
import { snapshotChannel } from '../../platform/live/events.ts';
import { publish } from '../../platform/live/publish.ts';
import { lockSnapshot } from '../snapshots/service.ts';
import { loadVisible } from '../versions/service.ts';
import { merge } from './merge.ts';
import { mayStore } from './policy.ts';
import { presentAudit, presentFinding } from './present.ts';
import * as repo from './repo.ts';

const noFinding = () => notFound('That finding');

/** Lists what audits of a version found. Throws unless this person may comment on the snapshot. */
export async function list(
  app: App,
  access: Access,
  context: RequestContext,
  version = access.snapshot.version,
): Promise<Reply<typeof listFindings>> {
  comments.assertMayComment(access.snapshot, commenterFor(app, access, context));
  await loadVisible(app, access, version);
  const { id } = access.snapshot;
  const [audits, rows] = await Promise.all([
    repo.auditsOf(app.db, id, version),
    repo.ofVersion(app.db, id, version),
  ]);
  return {
    version,
    audits: audits.map(presentAudit),
    findings: rows.map(presentFinding),
    canDismiss: mayStore(access),
  };
}

/** Only viewers show findings, so dashboards and editors get no event. */
const publishChange = (tx: Tx, snapshotId: string, version: number) =>
  publish(tx, [snapshotChannel(snapshotId)], { type: 'findings_changed', snapshotId, version });

function assertMayStore(access: Access): void {
  if (mayStore(access)) return;
  throw new AppError('forbidden', 'Only the owner and reviewers of this snapshot can change its findings.');
}

/** Throws if this page is new and the version has no room for another. */
async function assertPages(tx: Tx, { snapshotId, version, page }: repo.AuditKey): Promise<void> {
  const audits = await repo.auditsOf(tx, snapshotId, version);
  if (audits.length < AUDITED_PAGES_MAX || audits.some((audit) => audit.page === page)) return;
  throw new AppError(
    'conflict',
    `This version has ${AUDITED_PAGES_MAX} checked pages, which is the maximum. Check a new version.`,
  );
}

/** Stores an audit of one page, which replaces the page's open findings on this version. */
export async function put(
  app: App,
  access: Access,
  { version, page, widths, unseen, findings }: Parsed<typeof putFindings>,
): Promise<void> {
  assertMayStore(access);
  await loadVisible(app, access, version);
  const { id: snapshotId } = access.snapshot;
  await app.db.transaction(async (tx) => {
    await lockSnapshot(tx, snapshotId);
    await assertPages(tx, { snapshotId, version, page });
    const rows = await repo.ofVersion(tx, snapshotId, version);
    const known = {
      version,
      page,
      present: rows.filter((row) => row.page === page),
      before: await repo.before(tx, snapshotId, version, page),
      comparedWith: await repo.auditedBefore(tx, snapshotId, version, page),
      others: rows.filter((row) => row.page !== page).length,
    };
    const key = { snapshotId, version, page };
    await repo.putAudit(tx, key, { widths, unseen });
    await repo.replace(tx, key, merge(known, findings));
    await publishChange(tx, snapshotId, version);
  });
}

/** Dismisses a finding, or opens it again. */
export async function update(
  app: App,
  access: Access,
  context: RequestContext,
  { findingId, state, reason }: Parsed<typeof updateFinding>,
): Promise<repo.FindingRow> {
  assertMayStore(access);
  if (state === 'dismissed' && reason === undefined) {
    throw new AppError('invalid_input', 'Give a reason for dismissing this finding.', { field: 'reason' });
  }
  const { name } = commenterFor(app, access, context);
  const { id: snapshotId } = access.snapshot;
  return app.db.transaction(async (tx) => {
    await lockSnapshot(tx, snapshotId);
    const row = await repo.find(tx, snapshotId, findingId);
    if (!row) throw noFinding();
    await loadVisible({ db: tx }, access, row.version);
    if (row.state === 'fixed') throw new AppError('conflict', 'This finding is fixed already.');
    const isDismissed = state === 'dismissed';
    const change = {
      state,
      reason: isDismissed ? (reason ?? null) : null,
      byName: isDismissed ? name : null,
    };
    await repo.setState(tx, row.id, change);
    await publishChange(tx, snapshotId, row.version);
    return { ...row, ...change, at: new Date() };
  });
}

/** Returns the fields of the comment that is made of a finding. */
function draftOf({ rule, locator, evidence, version, page }: repo.FindingRow) {
  const context = locator && {
    route: locator.route.startsWith('/') ? locator.route : page,
    title: '',
    viewport: locator.viewport,
    browser: '',
    elementName: evidence.name,
    elementHtml: evidence.html,
    page: null,
  };
  return {
    text: findingComment(rule, evidence.text),
    state: 'published' as const,
    version,
    ...(locator ? { locator } : {}),
    ...(context ? { context } : {}),
  };
}

type Author = Pick<Parameters<typeof write>[4]['fields'], 'authorName' | 'anonymousUserId'>;

/** Makes a thread of a finding. */
export async function comment(
  app: App,
  access: Access,
  context: CountedRequest,
  { findingId, author }: { findingId: string; author: Author },
): Promise<comments.VisibleComment & { row: CommentRow; secret: string | null }> {
  assertMayPost(app, access, context);
  const { id: snapshotId } = access.snapshot;
  return app.db.transaction(async (tx) => {
    const row = await repo.find(tx, snapshotId, findingId);
    if (!row) throw noFinding();
    await loadVisible({ db: tx }, access, row.version);
    const draft = { fields: { ...draftOf(row), ...author }, files: [] };
    const written = await write(app, tx, access, context, draft);
    if (!(await repo.setComment(tx, row.id, written.id))) {
      throw new AppError('conflict', 'There is a comment about this finding already.');
    }
    await publishChange(tx, snapshotId, row.version);
    return written;
  });
}
