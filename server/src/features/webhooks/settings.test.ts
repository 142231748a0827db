import { deleteAccount } from '@stagelink/shared/contracts/accounts';
import { createProject, deleteProject } from '@stagelink/shared/contracts/projects';
import * as api from '@stagelink/shared/contracts/webhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type Person } from '../../testing/builders.ts';
import { announceComment } from '../../testing/comments.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ isSelfHosted: false });
});
afterAll(() => world.close());

const URL = 'https://hooks.example/a';

const setPlan = ({ id }: Person, plan: 'free' | 'pro') =>
  world.app.db('users').where({ id }).update({ plan, subscription_status: 'active' });

async function withPlan(plan: 'free' | 'pro'): Promise<Person> {
  const person = await world.build.user();
  await setPlan(person, plan);
  return person;
}
const hooksOf = async (person: Person) => (await world.as(person)(api.listWebhooks, {})).webhooks;

describe('webhooks', () => {
  test('are part of Pro, and rest while a plan has ended', async () => {
    const ada = await withPlan('free');
    const refused = {
      status: 403,
      code: 'plan_limit',
      message: expect.stringContaining('Upgrade at') as string,
    };
    await expect(world.as(ada)(api.createWebhook, { url: URL })).rejects.toMatchObject(refused);
    await setPlan(ada, 'pro');
    const { webhook } = await world.as(ada)(api.createWebhook, { url: URL });
    await setPlan(ada, 'free');
    const { id } = webhook;
    for (const act of [
      () => world.as(ada)(api.rotateWebhookSecret, { id }),
      () => world.as(ada)(api.testWebhook, { id }),
      () => world.as(ada)(api.updateWebhook, { id, hasExcerpt: false }),
    ])
      await expect(act()).rejects.toMatchObject(refused);
    await announceComment(world, world.as(ada), await world.build.snapshot(ada), 'Hello');
    expect((await world.as(ada)(api.listWebhookDeliveries, { id })).deliveries).toEqual([]);
    // They can be switched off and deleted.
    expect((await world.as(ada)(api.updateWebhook, { id, isOn: false })).webhook.isOn).toBe(false);
    await world.as(ada)(api.deleteWebhook, { id });
    expect(await hooksOf(ada)).toEqual([]);
  });

  test('are ten of an account at most, also when two are created at once', async () => {
    const ada = await withPlan('pro');
    const create = () => world.as(ada)(api.createWebhook, { url: URL });
    for (let at = 0; at < 9; at += 1) await create();
    const both = await Promise.allSettled([create(), create()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(create()).rejects.toMatchObject({ status: 403, code: 'plan_limit' });
    expect(await hooksOf(ada)).toHaveLength(10);
  });

  test('have a secret that is shown once and sealed', async () => {
    const ada = await withPlan('pro');
    const { webhook, secret } = await world.as(ada)(api.createWebhook, { url: `${URL}?key=abcdef` });
    expect(secret).toMatch(/^whsec_/);
    expect(webhook).toMatchObject({ url: `${URL}?key=abcdef`, isOn: true, scope: { kind: 'all' } });
    expect(JSON.stringify(await hooksOf(ada))).not.toContain(secret);
    const { rows } = await world.app.db.raw<{ rows: { text: string }[] }>(
      'select to_jsonb(w)::text as text from webhooks w',
    );
    const stored = rows.map(({ text }) => text).join();
    for (const hidden of [secret ?? '', 'abcdef', Buffer.from(secret ?? '').toString('hex')])
      expect(stored).not.toContain(hidden);
  });

  test.each([
    ['no address', { url: '' }, 'url'],
    ['an address without encryption', { url: 'http://hooks.example/' }, 'url'],
    ['no event', { url: URL, events: [] }, 'events'],
    ['an unknown event', { url: URL, events: ['comment.liked'] }, 'events.0'],
    ['an address that is too long', { url: `https://hooks.example/${'a'.repeat(2000)}` }, 'url'],
  ])('with %s are rejected', async (_, input, field) => {
    const ada = await withPlan('pro');
    await expect(world.as(ada)(api.createWebhook, input as never)).rejects.toMatchObject({
      status: 400,
      field,
    });
    expect(await hooksOf(ada)).toEqual([]);
  });

  test('are for the owner’s own projects and snapshots', async () => {
    const [ada, eve] = [await withPlan('pro'), await withPlan('pro')];
    const { project } = await world.as(eve)(createProject, { name: 'Eve’s' });
    const snapshotId = await world.build.snapshot(eve);
    for (const scope of [
      { kind: 'project', id: project.id },
      { kind: 'snapshot', id: snapshotId },
    ] as const)
      await expect(world.as(ada)(api.createWebhook, { url: URL, scope })).rejects.toMatchObject({
        status: 404,
      });
    expect(await hooksOf(ada)).toEqual([]);
  });

  test('are changed; the address keeps the secret', async () => {
    const ada = await withPlan('pro');
    const { project } = await world.as(ada)(createProject, { name: 'Boats' });
    const { webhook } = await world.as(ada)(api.createWebhook, { url: URL });
    const changed = await world.as(ada)(api.updateWebhook, {
      id: webhook.id,
      url: 'https://hooks.example/b',
      scope: { kind: 'project', id: project.id },
      events: ['comment.created'],
      hasExcerpt: false,
    });
    expect(changed.webhook).toEqual({
      ...webhook,
      url: 'https://hooks.example/b',
      scope: { kind: 'project', id: project.id },
      scopeName: 'Boats',
      events: ['comment.created'],
      hasExcerpt: false,
    });
    await world.as(ada)(deleteProject, { id: project.id });
    expect(await hooksOf(ada)).toEqual([]);
  });

  test('that are off send nothing again', async () => {
    const ada = await withPlan('pro');
    const { webhook } = await world.as(ada)(api.createWebhook, { url: URL });
    const { delivery } = await world.as(ada)(api.testWebhook, { id: webhook.id });
    await world.as(ada)(api.updateWebhook, { id: webhook.id, isOn: false });
    await expect(
      world.as(ada)(api.resendWebhookDelivery, { id: webhook.id, deliveryId: delivery.id }),
    ).rejects.toMatchObject({ status: 409 });
  });

  test('go with their account, with their deliveries', async () => {
    const ada = await withPlan('pro');
    const { webhook } = await world.as(ada)(api.createWebhook, { url: URL });
    await world.as(ada)(api.testWebhook, { id: webhook.id });
    await world.as(ada)(deleteAccount, { uid: ada.id, confirm: 'DELETE', currentPassword: PASSWORD });
    expect(await world.app.db('webhooks').where({ id: webhook.id })).toEqual([]);
    expect(await world.app.db('webhook_deliveries').where({ webhook_id: webhook.id })).toEqual([]);
  });
});

test('tests of a webhook are five a minute', async () => {
  const ada = await withPlan('pro');
  const { webhook } = await world.as(ada)(api.createWebhook, { url: URL });
  for (let at = 0; at < 5; at += 1) await world.as(ada)(api.testWebhook, { id: webhook.id });
  await expect(world.as(ada)(api.testWebhook, { id: webhook.id })).rejects.toMatchObject({ status: 429 });
});
