import type { Webhook, WebhookDelivery } from '@stagelink/shared/contracts/webhooks';
import { WEBHOOK_EVENTS } from '@stagelink/shared/contracts/webhooks';
import { ada, adaWithPro, authOptions } from '@stagelink/shared/testing/builders';
import { type Handlers, refusal } from '@stagelink/shared/testing/fakeServer';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { serve } from '../../testing/server.ts';
import { visit } from '../../testing/visit.tsx';

const hook: Webhook = {
  id: '01938c3e-0000-7000-8000-0000000000b1',
  kind: 'standard',
  url: 'https://hooks.example/a',
  scope: { kind: 'all' },
  scopeName: null,
  events: [...WEBHOOK_EVENTS],
  hasExcerpt: true,
  isOn: true,
  offReason: null,
  failingSince: null,
  oldSecretUntil: null,
  createdAt: ada.createdAt,
};
const delivery: WebhookDelivery = {
  id: '01938c3e-0000-7000-8000-0000000000c1',
  eventId: 'evt_1',
  type: 'comment.created',
  isTest: false,
  status: 'failed',
  attempts: 10,
  createdAt: ada.createdAt,
  attemptedAt: ada.createdAt,
  nextAt: null,
  answerStatus: 500,
  tookMs: 12,
  answer: 'Out of order',
};

/** The settings of an account with these webhooks. */
const settings = (webhooks: Webhook[], user = adaWithPro): Handlers => ({
  'GET /me': () => ({ user }),
  'GET /auth/options': () => authOptions({ mail: true }),
  'GET /me/storage': () => ({ usedBytes: 0, maxBytes: 1 }),
  'GET /auth/sessions': () => ({ sessions: [] }),
  'GET /auth/change-email': () => ({ email: null }),
  'GET /api/subscriptions': () => ({ subscriptions: [] }),
  'GET /api/notifications/preferences': () => ({ emailFrequency: 'hourly' }),
  'GET /api/projects': () => ({ projects: [], withoutProject: 0 }),
  'GET /api/webhooks': () => ({ webhooks }),
  'GET /api/issue-trackers': () => ({ trackers: { githubRepository: null, jiraUrl: null, connections: [] } }),
});
const section = async () => within(await screen.findByRole('region', { name: 'Webhooks' }));
const row = async (part: string) =>
  within((await (await section()).findByText(part)).closest('li') as HTMLElement);

test('a webhook is created, and its secret is shown once', async () => {
  const webhooks: Webhook[] = [];
  const requests = serve({
    ...settings(webhooks),
    'POST /api/webhooks': () => {
      webhooks.push(hook);
      return { webhook: hook, secret: 'whsec_secret' };
    },
  });
  const person = visit('/settings');
  const part = await section();
  expect(await part.findByText('No webhooks yet')).toBeDefined();

  await person.click(part.getByRole('button', { name: 'New webhook' }));
  const form = within(await screen.findByRole('dialog', { name: 'New webhook' }));
  await person.type(form.getByRole('textbox', { name: 'Address' }), hook.url);
  await person.click(form.getByRole('checkbox', { name: 'Review overdue' }));
  await person.click(form.getByRole('checkbox', { name: /beginning of comments/ }));
  await person.click(form.getByRole('button', { name: 'Create webhook' }));

  const shown = within(await screen.findByRole('dialog', { name: 'The secret of your webhook' }));
  expect(shown.getByText('whsec_secret')).toBeDefined();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await person.click(shown.getByRole('button', { name: 'Copy secret' }));
  expect(write).toHaveBeenCalledWith('whsec_secret');
  await person.keyboard('{Escape}');
  expect(shown.getByText('whsec_secret')).toBeDefined();
  await person.click(shown.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('whsec_secret')).toBeNull());
  expect(await part.findByText(hook.url)).toBeDefined();
  expect(requests['POST /api/webhooks']?.map(({ input }) => input)).toEqual([
    {
      kind: 'standard',
      url: hook.url,
      scope: { kind: 'all' },
      events: WEBHOOK_EVENTS.filter((event) => event !== 'review.overdue'),
      hasExcerpt: false,
    },
  ]);
});

test('a rejected address is reported at its field, and one project has to be chosen', async () => {
  const requests = serve({
    ...settings([]),
    'POST /api/webhooks': () =>
      refusal(400, 'invalid_input', 'The port must be 443 or 8443.', { field: 'url' }),
  });
  const person = visit('/settings');
  await person.click(await (await section()).findByRole('button', { name: 'New webhook' }));
  const form = within(await screen.findByRole('dialog', { name: 'New webhook' }));
  await person.type(form.getByRole('textbox', { name: 'Address' }), 'https://hooks.example:1/');
  await person.click(form.getByRole('radio', { name: 'Project' }));
  await person.click(form.getByRole('button', { name: 'Create webhook' }));
  expect(form.getByRole('combobox', { name: 'Project' }).getAttribute('aria-invalid')).toBe('true');
  expect(requests['POST /api/webhooks']).toBeUndefined();

  await person.click(form.getByRole('radio', { name: 'All' }));
  await person.click(form.getByRole('button', { name: 'Create webhook' }));
  expect(await form.findByText('The port must be 443 or 8443.')).toBeDefined();
  expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Address' }));
});

test('a row says why it is off, or since when it fails', async () => {
  serve(
    settings([
      { ...hook, isOn: false, offReason: 'gone' },
      { ...hook, id: delivery.id, url: 'https://hooks.example/b', failingSince: ada.createdAt },
    ]),
  );
  visit('/settings');
  expect((await row(hook.url)).getByText('Off: its server says that it is gone')).toBeDefined();
  expect((await row('https://hooks.example/b')).getByText(/^Failing since/)).toBeDefined();
});

test('deliveries are listed with their answers, and sent again', async () => {
  let status: WebhookDelivery['status'] = 'failed';
  const requests = serve({
    ...settings([hook]),
    'GET /api/webhooks/:id/deliveries': () => ({ deliveries: [{ ...delivery, status }] }),
    'POST /api/webhooks/:id/deliveries/:deliveryId/resend': () => {
      status = 'delivered';
      return { delivery };
    },
  });
  const person = visit('/settings');
  await person.click(await (await section()).findByRole('button', { name: `Deliveries: ${hook.url}` }));
  const list = within(await screen.findByRole('dialog', { name: 'Deliveries' }));
  expect(await list.findByText('Failed 500')).toBeDefined();
  expect(list.getByText('Out of order')).toBeDefined();
  await person.click(list.getByRole('button', { name: /^Resend comment.created/ }));
  expect(await list.findByText('Delivered 500')).toBeDefined();
  expect(requests['POST /api/webhooks/:id/deliveries/:deliveryId/resend']?.map(({ input }) => input)).toEqual(
    [{ id: hook.id, deliveryId: delivery.id }],
  );
});

test('a test, a new secret and a deletion are in the menu', async () => {
  let webhooks = [hook];
  const requests = serve({
    ...settings([]),
    'GET /api/webhooks': () => ({ webhooks }),
    'POST /api/webhooks/:id/test': () => ({ delivery }),
    'POST /api/webhooks/:id/rotate': () => ({ webhook: hook, secret: 'whsec_next' }),
    'DELETE /api/webhooks/:id': () => {
      webhooks = [];
      return { ok: true };
    },
  });
  const person = visit('/settings');
  const choose = async (item: string) => {
    await person.click(await (await section()).findByRole('button', { name: `More: ${hook.url}` }));
    await person.click(await screen.findByRole('menuitem', { name: item }));
  };
  await choose('Send a test');
  expect(await screen.findByText('A test is on its way')).toBeDefined();
  expect(requests['POST /api/webhooks/:id/test']).toHaveLength(1);

  await choose('New secret');
  await person.click(await screen.findByRole('button', { name: 'Make secret' }));
  expect(await screen.findByText('whsec_next')).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Done' }));

  await choose('Delete');
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await (await section()).findByText('No webhooks yet')).toBeDefined();
});

test('a free plan is led to Pro, and keeps its webhooks paused', async () => {
  serve(settings([{ ...hook, isOn: false, offReason: 'owner' }], ada));
  visit('/settings');
  const part = await section();
  expect(await part.findByText(/Nothing is sent while your plan/)).toBeDefined();
  expect(part.getByRole('link', { name: 'See Pro' }).getAttribute('href')).toBe('/pricing?mode=upgrade');
  expect(part.queryByRole('button', { name: 'New webhook' })).toBeNull();
  expect((await row(hook.url)).getByRole('switch')).toHaveProperty('disabled', true);
});
