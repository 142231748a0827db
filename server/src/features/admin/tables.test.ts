import * as api from '@stagelink/shared/contracts/admin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { record } from '../analytics/service.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { grantSuperadmin } from './superadmins.ts';

let world: World;
let root: Person;
beforeAll(async () => {
  world = await createWorld();
  root = await world.build.user({ name: 'Root', isVerified: true });
  await grantSuperadmin(world.app.db, root.email);
  const evil = await world.build.user({ name: '=HYPERLINK("http://evil.example")' });
  await world.build.snapshot(evil, { name: '+cmd|calc' });
  await record(world.app.db, { type: 'user_login', userId: evil.id });
});
afterAll(() => world.close());

const get = (path: string, secret = root.secret) =>
  world.fetch({ method: 'GET', path, headers: { Authorization: `Bearer ${secret}` } });

test.each([
  ['users', '/admin/users', async () => (await world.as(root)(api.listUsers, {})).total],
  ['snapshots', '/admin/snapshots', async () => (await world.as(root)(api.listAllSnapshots, {})).total],
  ['sessions', '/admin/sessions', async () => (await world.as(root)(api.listActiveSessions, {})).total],
  ['activity', '/debug/analytics/events', async () => (await world.as(root)(api.listActivity, {})).total],
  ['audit-log', '/admin/audit-log', async () => (await world.as(root)(api.listAuditLog, {})).total],
])('the table of the %s has a line for each entry of its list', async (name, path, count) => {
  const { status, headers, body } = await get(`${path}?format=csv`);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toMatch(
    new RegExp(`^attachment; filename="${name}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
  );
  expect(body.toString().trim().split('\r\n')).toHaveLength((await count()) + 1);
});

test('no cell is a formula', async () => {
  expect((await get('/admin/users?format=csv')).body.toString()).toContain(
    `"'=HYPERLINK(""http://evil.example"")"`,
  );
  expect((await get('/admin/snapshots?format=csv')).body.toString()).toContain(`"'+cmd|calc"`);
});

test('a table has the filters of its list', async () => {
  const { body } = await get('/admin/users?format=csv&subscription=superadmin');
  expect(body.toString()).toContain(root.email);
  expect(body.toString()).not.toContain('HYPERLINK');
});

test('a table of more entries than a portion has each of them once, and counts none of them', async () => {
  await world.app.db.raw(
    `insert into analytics_events (id, event_type, event_data, occurred_at)
     select gen_random_uuid(), 'page_view', '{}', now() - n * interval '1 second' from generate_series(1, 1100) as n`,
  );
  const statements: string[] = [];
  world.app.db.on('query', ({ sql }: { sql: string }) => statements.push(sql));
  const { body } = await get('/debug/analytics/events?format=csv&eventType=page_view');
  expect(statements.join('\n')).not.toContain('count(*)');
  const lines = body.toString().trim().split('\r\n').slice(1);
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(1100);
});

test('a user without the role gets no table', async () => {
  const ada = await world.build.user();
  const { status, body } = await get('/admin/users?format=csv', ada.secret);
  expect(status).toBe(403);
  expect(body.toString()).not.toContain(root.email);
});
