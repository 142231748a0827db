import { type Call, createClient } from '@stagelink/shared/client/call';
import { startBulkChange } from '@stagelink/shared/contracts/bulkChanges';
import { type Endpoint, SCOPES } from '@stagelink/shared/contracts/endpoint';
import { createProject } from '@stagelink/shared/contracts/projects';
import { listReviews } from '@stagelink/shared/contracts/reviews';
import { passGate } from '@stagelink/shared/contracts/snapshots';
import { createSnapshot, type Staged } from '@stagelink/shared/contracts/staging';
import { subscribe } from '@stagelink/shared/contracts/follows';
import { say } from '../../server/src/testing/comments.ts';
import { locatorOf } from '../../server/src/testing/locators.ts';
import { blobZip, manifestOf, stage } from '../../server/src/testing/stage.ts';
import type { Person } from '../../server/src/testing/builders.ts';
import type { World } from '../../server/src/testing/world.ts';

/** Every kind of caller. The tokens are the owner's. */
export const CALLERS = [
  'signed out',
  'stranger',
  'owner',
  'gate holder',
  'token',
  'token without the scope',
  'expired token',
  'deactivated owner',
] as const;
export type Caller = (typeof CALLERS)[number];

const THREAD = { text: 'A thread', locator: locatorOf('#save') };

/** An owner with one object of every kind, for one call. */
export interface Scene {
  owner: Person;
  stranger: Person;
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
  /** Of an email to the owner. */
  unsubscribeToken: string;
  projectId: string;
  /** The owner's follow of the staged snapshot. */
  subscriptionId: string;
  /** Of another, unprotected snapshot of the owner; one of its two reviewers has responded. */
  reviewId: string;
  /** Of one of its reviewers. */
  reviewerUserId: string;
  sessionId: string;
  /** Finished and undoable by the owner. */
  changeId: string;
  /** The owner's comment on the staged snapshot. */
  commentId: string;
}

const PASSWORD = 'open sesame';
const FILES = { 'index.html': '<h1>hello</h1>' };
const MORE = { 'more.html': '<h1>more</h1>' };

export async function createScene(world: World): Promise<Scene> {
  const [owner, stranger] = [await world.build.user({ isVerified: true }), await world.build.user()];
  const staged = await stage(world, owner, FILES, { password: PASSWORD });
  const offer = (files: Record<string, string>) =>
    world.as(owner)(createSnapshot, {
      source: { client: 'cli' },
      snapshotId: staged.snapshot.id,
      files: manifestOf(files),
    });
  await world.app.db.raw(
    `insert into versions (snapshot_id, number, manifest, file_count, total_bytes, source, published_at)
     select snapshot_id, 2, manifest, file_count, total_bytes, source, null from versions where snapshot_id = ?`,
    [staged.snapshot.id],
  );
  await world.app.db('snapshots').where({ id: staged.snapshot.id }).update({ last_version: 2 });
  const complete = await offer(FILES);
  const waiting = await offer(MORE);
  await world.build.token(owner);
  const token = (await world.app.db('access_tokens').where({ user_id: owner.id }).first('id')) as {
    id: string;
  };
  const { project } = await world.as(owner)(createProject, { name: 'Project' });
  const { subscription } = await world.as(owner)(subscribe, { id: staged.snapshot.id });
  const reviewed = await world.build.snapshot(owner);
  const reviewId = await world.build.review(reviewed, { reviewers: 2, answered: 1 });
  const { reviews } = await world.as(owner)(listReviews, { id: reviewed });
  const session = (await world.app.db('sessions').where({ user_id: owner.id }).first('id')) as { id: string };
  const { change } = await world.as(owner)(startBulkChange, {
    snapshots: { ids: [reviewed] },
    action: { type: 'tag', add: ['new'] },
  });
  return {
    owner,
    stranger,
    staged,
    password: PASSWORD,
    complete: complete.uploadId,
    waiting: waiting.uploadId,
    bytes: blobZip(Object.values(MORE)),
    tokenId: token.id,
    notificationId: await world.build.notification(owner),
    unsubscribeToken: world.app.secrets.sign('unsubscribe', owner.id),
    projectId: project.id,
    subscriptionId: subscription.id,
    reviewId,
    reviewerUserId: reviews[0]?.reviewers[0]?.userId ?? '',
    sessionId: session.id,
    changeId: change.id,
    commentId: (await say(world.as(owner), staged.snapshot.id, THREAD)).id,
  };
}

async function gateCookie(world: World, { staged, password }: Scene): Promise<string> {
  const answer = await world.fetch({
    method: passGate.method,
    path: `/s/${staged.snapshot.id}/gate`,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

/** Returns the headers a browser or client of this caller sends to an endpoint. */
export async function headersOf(
  world: World,
  scene: Scene,
  caller: Caller,
  { tokenScope: needed }: Endpoint,
): Promise<Record<string, string>> {
  const bearer = ({ secret }: Person) => ({ Authorization: `Bearer ${secret}` });
  const past = new Date(Date.now() - 1000);
  const scopes = SCOPES.filter((scope) => scope === needed);
  const others = SCOPES.filter((scope) => scope !== needed);
  switch (caller) {
    case 'signed out':
      return {};
    case 'stranger':
      return bearer(scene.stranger);
    case 'owner':
      return bearer(scene.owner);
    case 'gate holder':
      return { Cookie: await gateCookie(world, scene) };
    case 'token':
      return bearer(await world.build.token(scene.owner, { scopes }));
    case 'token without the scope':
      return bearer(await world.build.token(scene.owner, { scopes: others }));
    case 'expired token':
      return bearer(await world.build.token(scene.owner, { expiresAt: past }));
    case 'deactivated owner':
      await world.app.db('users').where({ id: scene.owner.id }).update({ deactivated_at: past });
      return bearer(scene.owner);
  }
}

/** Creates a client with these headers; collects the statuses in `statuses`. */
export function callerWith(world: World, headers: Record<string, string>, statuses: number[]): Call {
  return createClient(async ({ method, path, json, stream }) => {
    const type = json === undefined ? stream?.type : 'application/json';
    const body = json ?? (stream?.body as Buffer | undefined);
    const answer = await world.fetch({
      method,
      path,
      headers: { ...headers, ...(type === undefined ? {} : { 'Content-Type': type }) },
      ...(body === undefined ? {} : { body }),
    });
    statuses.push(answer.status);
    return { status: answer.status, text: answer.body.toString() };
  });
}

/** Excludes scheduled jobs, which may become due during any test. */
const ENQUEUED = `(select * from pgboss.job_common
  where name not like '\\_\\_pgboss%' and name not in (select name from pgboss.schedule))`;

/** Returns a fingerprint of all stored data, except rate limits and the time a token was last used. */
export async function everythingStored({ app }: World): Promise<Record<string, string>> {
  const { rows: tables } = await app.db.raw<{ rows: { name: string }[] }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = 'public' and tablename <> 'rate_limits'`,
  );
  const prints: Record<string, string> = {};
  for (const name of [...tables.map((table) => table.name), ENQUEUED]) {
    const { rows } = await app.db.raw<{ rows: { print: string }[] }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(row::text, '' order by row::text)), '') as print
       from (select to_jsonb(t) - 'last_used_at' as row from ${name} as t) as all_rows`,
    );
    prints[name] = rows[0]?.print ?? '';
  }
  const keys: string[] = [];
  for await (const { key } of app.blobs.keys()) keys.push(key);
  return { ...prints, objects: keys.sort().join() };
}
