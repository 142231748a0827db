import * as api from '@stagelink/shared/contracts/accounts';
import { FRESH_SESSION_MINUTES } from '@stagelink/shared/contracts/limits';
import { CLOSE, createSocketTicket } from '@stagelink/shared/contracts/live';
import { viewSnapshot } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type Person } from '../../../testing/builders.ts';
import { commentsSeenBy, createComment } from '../../../testing/comments.ts';
import { deleteClosedAccounts, BATCH_SIZE } from './deletion.ts';
import { createMailWorld, type MailWorld } from '../../../testing/mailWorld.ts';
import { createSite } from '../../../testing/site.ts';
import { openSocket } from '../../../testing/socket.ts';
import { stage } from '../../../testing/stage.ts';

let world: MailWorld;
beforeAll(async () => {
  // The trash is off, so that the tests see what is left in the end.
  world = await createMailWorld({ trash: { trashMs: 0, trashBytes: 0 } });
});
afterAll(() => world.close());

const PAGE = { 'index.html': '<h1>Mine</h1>', 'app.js': 'x'.repeat(5000) };
const remove = (person: Person, uid = person.id, currentPassword = PASSWORD) =>
  world.as(person)(api.deleteAccount, { uid, confirm: 'DELETE', currentPassword });
const homeOf = async (host: string) => (await world.fetch({ path: '/', headers: { Host: host } })).status;

/** Counts objects outside the trash, where a sweep puts dead ones. */
async function storedObjects(): Promise<number> {
  const trashed = new Set(await world.app.db('packs').whereNotNull('removed_at').pluck('id'));
  const keys: string[] = [];
  for await (const { key } of world.app.blobs.keys()) if (!trashed.has(key)) keys.push(key);
  return keys.length;
}

/** Lists tables with a row that contains this text, except counters of calls, which expire. */
async function tablesNaming(text: string): Promise<string[]> {
  const { rows: tables } = await world.app.db.raw<{ rows: { name: string }[] }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where (schemaname = 'public' and tablename <> 'rate_limits') or (schemaname, tablename) = ('pgboss', 'job_common')`,
  );
  const naming: string[] = [];
  for (const { name } of tables) {
    const { rows } = await world.app.db.raw<{ rows: unknown[] }>(
      `select 1 from ${name} t where position(? in to_jsonb(t)::text) > 0 limit 1`,
      [text],
    );
    if (rows.length > 0) naming.push(name);
  }
  return naming;
}

describe('deleting an account', () => {
  test.each(['', 'not the password'])('with the password “%s” is rejected', async (password) => {
    const ada = await world.build.user();
    const id = await world.build.snapshot(ada);
    await expect(remove(ada, ada.id, password)).rejects.toMatchObject({
      status: 401,
      code: 'wrong_password',
      field: 'currentPassword',
    });
    expect((await world.as(ada)(viewSnapshot, { id })).snapshot.id).toBe(id);
  });

  test('without a password needs a recent sign-in', async () => {
    const ada = await world.build.user();
    await world.app.db('users').where({ id: ada.id }).update({ password_hash: null });
    const age = (minutes: number) =>
      world.app
        .db('sessions')
        .where({ user_id: ada.id })
        .update({ created_at: new Date(Date.now() - minutes * 60_000) });
    await age(FRESH_SESSION_MINUTES + 1);
    await expect(remove(ada, ada.id, '')).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    expect((await world.as(ada)(api.me, {})).user.uid).toBe(ada.id);
    await age(FRESH_SESSION_MINUTES - 1);
    expect((await remove(ada, ada.id, '')).ok).toBe(true);
  });

  test('keeps comments on others’ snapshots, without their author', async () => {
    const [ada, bob] = [await world.build.user(), await world.build.user({ name: 'Bob the author' })];
    const id = await world.build.snapshot(ada);
    const thread = await createComment(world.as(bob), id, 'it stays');
    await createComment(world.as(ada), id, { text: 'indeed', parentId: thread.id });
    await remove(bob);
    const [left, reply] = await commentsSeenBy(world.as(ada), id);
    expect(left).toMatchObject({
      id: thread.id,
      text: 'it stays',
      author: null,
      authorName: 'Deleted account',
      isAnonymous: false,
      isReviewer: false,
      can: { edit: false },
    });
    expect(reply).toMatchObject({ text: 'indeed', author: ada.id });
    expect(await tablesNaming(bob.id)).toEqual([]);
  });

  test('deletes everything: links, sessions, tokens, sockets, files', async () => {
    const before = await storedObjects();
    const { id, host, owner } = await createSite(world, PAGE, {});
    await world.app.db('users').where({ id: owner.id }).update({ email_verified_at: new Date() });
    const staged = await stage(world, owner, { 'index.html': 'another' }, { password: 'none' });
    const token = await world.build.token(owner);
    await world.as(owner)(createSocketTicket, {});
    const sockets = [await openSocket(world, owner), await openSocket(world, token)];
    expect(await homeOf(host)).toBe(200);
    expect(await storedObjects()).toBeGreaterThan(before);

    expect((await remove(owner)).message).toBe('Your account and everything in it has been deleted.');

    expect(await homeOf(host)).toBe(404);
    for (const snapshotId of [id, staged.snapshot.id]) {
      await expect(world.as(null)(viewSnapshot, { id: snapshotId })).rejects.toMatchObject({ status: 404 });
    }
    for (const { closed } of sockets) expect(await closed).toBe(CLOSE.signedOut);
    for (const person of [owner, token]) {
      await expect(world.as(person)(api.me, {})).rejects.toMatchObject({ status: 401 });
    }
    expect((await world.mailTo(owner.email)).subject).toBe('Your account has been deleted');
    expect(await world.app.db('blobs')).toEqual([]);
    expect(await storedObjects()).toBe(before);
    expect(await tablesNaming(owner.id)).toEqual([]);
    expect(await tablesNaming(owner.email)).toEqual([]);
    // Analytics record actions without a user, and jobs about deleted data do nothing.
    const impersonal = ['public.analytics_events', 'pgboss.job_common'];
    for (const snapshotId of [id, staged.snapshot.id]) {
      const naming = await tablesNaming(snapshotId);
      expect(naming.filter((name) => !impersonal.includes(name))).toEqual([]);
    }
  });

  test('keeps what belongs to others, even the same bytes', async () => {
    const [mine, theirs] = [await createSite(world, PAGE), await createSite(world, PAGE)];
    await remove(mine.owner);
    await world.drainJobs();
    expect(await homeOf(mine.host)).toBe(404);
    expect(await homeOf(theirs.host)).toBe(200);
  });

  describe('with many snapshots', () => {
    /** Needs more than one transaction to delete. */
    async function large() {
      const { id: first, host, owner: ada } = await createSite(world, PAGE);
      await world.app.db('users').where({ id: ada.id }).update({ email_verified_at: new Date() });
      await world.app.db.raw(
        `insert into snapshots (id, owner_id, label, name, version, expires_at)
         select md5(random()::text), :ownerId, md5(random()::text), 'Many', 1, now() + interval '1 day'
         from generate_series(1, :many)`,
        { ownerId: ada.id, many: 2 * BATCH_SIZE },
      );
      return { ada, first, host };
    }
    const left = async (person: Person) =>
      (await world.app.db('snapshots').where({ owner_id: person.id })).length;
    const logIn = (person: Person, password = PASSWORD) =>
      world.as(null)(api.login, { email: person.email, password });
    const signUp = (person: Person) =>
      world.as(null)(api.register, { email: person.email, password: 'another password', name: 'Ada' });

    test('closes it at once: no sign-in, no link, and the user reads why', async () => {
      const { ada, first, host } = await large();
      expect(await homeOf(host)).toBe(200);
      expect((await remove(ada)).message).toMatch(/^Your account is closed/);
      expect(await left(ada)).toBe(2 * BATCH_SIZE + 1);
      await expect(world.as(ada)(api.me, {})).rejects.toMatchObject({ status: 401 });
      expect(await homeOf(host)).toBe(404);
      await expect(world.as(null)(viewSnapshot, { id: first })).rejects.toMatchObject({ status: 404 });
      const message = expect.stringContaining('is being deleted') as string;
      await expect(logIn(ada)).rejects.toMatchObject({ code: 'forbidden', message });
      await expect(logIn(ada, 'a wrong one')).rejects.toMatchObject({ code: 'wrong_credentials' });
      await expect(signUp(ada)).rejects.toMatchObject({ code: 'email_taken', message });

      expect((await world.mailTo(ada.email)).subject).toBe('Your account has been deleted');
      expect(await tablesNaming(ada.id)).toEqual([]);
      expect((await signUp(ada)).user.uid).not.toBe(ada.id);
    });

    test('continues after an interruption', async () => {
      const { ada } = await large();
      await remove(ada);
      const killed = new AbortController();
      const stop = (_: unknown, { sql }: { sql: string }) => {
        if (sql.startsWith('delete from "snapshots"')) killed.abort();
      };
      world.app.jobDb.on('query-response', stop);
      await expect(deleteClosedAccounts(world.app, killed.signal)).rejects.toThrow('aborted');
      world.app.jobDb.off('query-response', stop);
      expect(await left(ada)).toBe(BATCH_SIZE + 1);
      await expect(logIn(ada)).rejects.toMatchObject({ code: 'forbidden' });

      await world.drainJobs();
      expect(await left(ada)).toBe(0);
      expect(await tablesNaming(ada.email)).toEqual([]);
    });
  });

  test('with another uid is rejected', async () => {
    const [ada, bob] = [await world.build.user(), await world.build.user()];
    await expect(remove(ada, bob.id)).rejects.toMatchObject({
      status: 403,
      message: 'You can only delete the account that you are signed in to.',
    });
    for (const person of [ada, bob]) expect((await world.as(person)(api.me, {})).user.uid).toBe(person.id);
  });

  test.each(['', 'delete', 'DELETE '])('without the exact word, %j, is rejected', async (confirm) => {
    const ada = await world.build.user();
    const body = JSON.stringify({ uid: ada.id, confirm });
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${ada.secret}` };
    const answer = await world.fetch({ method: 'POST', path: '/auth/delete-account', headers, body });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body.toString())).toMatchObject({
      message: 'Deletion cancelled. Your data is safe.',
    });
    expect((await world.as(ada)(api.me, {})).user.uid).toBe(ada.id);
  });

  test('clears the cookie and frees the address', async () => {
    const ada = await world.build.user();
    const body = JSON.stringify({ uid: ada.id, confirm: 'DELETE', currentPassword: PASSWORD });
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${ada.secret}` };
    const answer = await world.fetch({ method: 'POST', path: '/auth/delete-account', headers, body });
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^__Host-session=; .*Max-Age=0$/);
    const again = { email: ada.email, password: 'another password', name: 'Ada' };
    expect((await world.as(null)(api.register, again)).user.uid).not.toBe(ada.id);
  });

  test('during another stage leaves nothing of it', async () => {
    const ada = await world.build.user();
    const racing = Array.from({ length: 5 }, (_one, at) =>
      stage(world, ada, { 'index.html': `page ${at}` }, { password: 'none' }).catch(() => null),
    );
    await remove(ada);
    await Promise.all(racing);
    expect(await world.app.db('snapshots').where({ owner_id: ada.id })).toEqual([]);
    expect(await world.app.db('uploads').where({ owner_id: ada.id })).toEqual([]);
  });
});

test('no foreign key prevents deleting a user, a snapshot or a project', async () => {
  const { rows } = await world.app.db.raw<{ rows: { name: string; rule: string }[] }>(
    `select conname as name, confdeltype as rule from pg_constraint
     where contype = 'f' and confrelid = any (array['users', 'snapshots', 'projects']::regclass[])`,
  );
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter(({ rule }) => rule !== 'c' && rule !== 'n')).toEqual([]);
});

test('every foreign key that a deletion follows has an index', async () => {
  // PostgreSQL searches references by equality, for which an index of the values that are not null is enough.
  const { rows } = await world.app.db.raw<{ rows: { name: string }[] }>(
    `select conname as name from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
       select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
         and coalesce(pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname), true))`,
  );
  expect(rows).toEqual([]);
});
