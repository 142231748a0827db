import { startBulkChange } from '@stagelink/shared/contracts/bulkChanges';
import { putFindings } from '@stagelink/shared/contracts/findings';
import { subscribe } from '@stagelink/shared/contracts/follows';
import { putPageTree } from '@stagelink/shared/contracts/pageTrees';
import { PICTURE_TYPE, putPicture } from '@stagelink/shared/contracts/pictures';
import { createProject } from '@stagelink/shared/contracts/projects';
import { listReviews } from '@stagelink/shared/contracts/reviews';
import { createSnapshot, type Staged } from '@stagelink/shared/contracts/staging';
import { tryOut } from '@stagelink/shared/contracts/tryOut';
import { createWebhook } from '@stagelink/shared/contracts/webhooks';
import type { Person } from '../../server/src/testing/builders.ts';
import { createComment } from '../../server/src/testing/comments.ts';
import { forgeWebp } from '../../server/src/testing/forgeWebp.ts';
import { auditOf, measured } from '../../server/src/testing/findings.ts';
import { locatorOf } from '../../server/src/testing/locators.ts';
import { asTree, pageTree } from '../../server/src/testing/pageTrees.ts';
import { pendingReviewToken } from '../../server/src/testing/reviewer.ts';
import { asForm, blobZip, manifestOf, stage } from '../../server/src/testing/stage.ts';
import type { World } from '../../server/src/testing/world.ts';

const THREAD = { text: 'A thread', locator: locatorOf('#save') };

/** An owner with one object of every kind, for one call. */
export interface Scene {
  owner: Person;
  stranger: Person;
  superadmin: Person;
  /** Protected by this password. Its second version is a draft. */
  staged: Staged;
  password: string;
  /** An upload ready to finalize, its bytes, and one that still lacks them. */
  complete: string;
  waiting: string;
  bytes: Buffer;
  tokenId: string;
  /** Unread. */
  notificationId: string;
  /** Token of an email to the owner. */
  unsubscribeToken: string;
  projectId: string;
  /** The owner's follow of the staged snapshot. */
  subscriptionId: string;
  /** Review of the staged snapshot; one of its two reviewers has responded. */
  reviewId: string;
  /** Id of the reviewer who has not responded. */
  reviewerUserId: string;
  /** Token of that reviewer's personal link. */
  reviewToken: string;
  /** Another snapshot of the owner, without a password or a review. */
  otherId: string;
  sessionId: string;
  /** Finished and undoable by the owner. */
  changeId: string;
  /** The owner's comment on the staged snapshot. */
  commentId: string;
  /** Hash of the page tree that another pin of the owner is kept with. */
  treeHash: string;
  /** Open, on the staged snapshot. */
  findingId: string;
  /** The owner's webhook for a project, and a delivery of it. */
  webhookId: string;
  deliveryId: string;
  /** Secret of a snapshot without an account. */
  claimSecret: string;
}

const PASSWORD = 'open sesame';
/** Bytes that no other scene has stored. */
const newPage = (path: string) => ({ [path]: `<h1>${crypto.randomUUID()}</h1>` });

export async function createScene(world: World): Promise<Scene> {
  const owner = await world.build.user({ isVerified: true });
  const stranger = await world.build.user();
  const superadmin = await world.build.user();
  await world.app.db('users').where({ id: superadmin.id }).update({ role: 'superadmin' });
  const files = newPage('index.html');
  const more = newPage('more.html');
  const staged = await stage(world, owner, files, { password: PASSWORD });
  const offer = (offered: Record<string, string>) =>
    world.as(owner)(createSnapshot, {
      source: { client: 'cli' },
      snapshotId: staged.snapshot.id,
      files: manifestOf(offered),
    });
  await world.app.db.raw(
    `insert into versions (snapshot_id, number, manifest, file_count, total_bytes, source, published_at)
     select snapshot_id, 2, manifest, file_count, total_bytes, source, null from versions where snapshot_id = ?`,
    [staged.snapshot.id],
  );
  await world.app.db('snapshots').where({ id: staged.snapshot.id }).update({ last_version: 2 });
  const complete = await offer(files);
  const waiting = await offer(more);
  await world.build.token(owner);
  const token = (await world.app.db('access_tokens').where({ user_id: owner.id }).first('id')) as {
    id: string;
  };
  const { project } = await world.as(owner)(createProject, { name: 'Project' });
  const { subscription } = await world.as(owner)(subscribe, { id: staged.snapshot.id });
  const otherId = await world.build.snapshot(owner);
  const reviewId = await world.build.review(staged.snapshot.id, { reviewers: 2, answered: 1 });
  const { reviews } = await world.as(owner)(listReviews, { id: staged.snapshot.id });
  const pending = reviews[0]?.reviewers.find(({ status }) => status === 'pending');
  const picture = { type: PICTURE_TYPE, body: forgeWebp() };
  await world.as(owner)(putPicture, { id: staged.snapshot.id, version: 1 }, picture);
  const session = (await world.app.db('sessions').where({ user_id: owner.id }).first('id')) as { id: string };
  const { change } = await world.as(owner)(startBulkChange, {
    snapshots: { ids: [otherId] },
    action: { type: 'tag', add: ['new'] },
  });
  const audit = auditOf(staged.snapshot.id, [measured()]);
  const { findings } = await world.as(owner)(putFindings, audit);
  const pinned = await createComment(world.as(owner), staged.snapshot.id, THREAD);
  const tree = asTree(pageTree('Save'));
  const pins = [{ commentId: pinned.id, node: 1 }];
  await world.as(owner)(putPageTree, { id: staged.snapshot.id, version: 1, pins, ...tree });
  const { webhook } = await world.as(owner)(createWebhook, {
    url: 'https://hooks.example/',
    scope: { kind: 'project', id: project.id },
  });
  // Tests of webhooks are counted by address too.
  const deliveryId = crypto.randomUUID();
  const about = { event_id: 'evt_1', type: 'comment.created', events: '{}', status: 'failed' };
  await world.app.db('webhook_deliveries').insert({ id: deliveryId, webhook_id: webhook.id, ...about });
  const { claimUrl } = await world.as(null)(tryOut, {}, asForm(newPage('index.html')));
  return {
    owner,
    stranger,
    superadmin,
    staged,
    password: PASSWORD,
    complete: complete.uploadId,
    waiting: waiting.uploadId,
    bytes: blobZip(Object.values(more)),
    tokenId: token.id,
    notificationId: await world.build.notification(owner),
    unsubscribeToken: world.app.secrets.sign('unsubscribe', owner.id),
    projectId: project.id,
    subscriptionId: subscription.id,
    reviewId,
    reviewerUserId: pending?.userId ?? '',
    reviewToken: await pendingReviewToken(world, reviewId),
    otherId,
    sessionId: session.id,
    changeId: change.id,
    commentId: (await createComment(world.as(owner), staged.snapshot.id, THREAD)).id,
    treeHash: tree.hash,
    findingId: findings[0]?.id ?? '',
    webhookId: webhook.id,
    deliveryId,
    claimSecret: claimUrl.split('#')[1] ?? '',
  };
}
