import { ApiOwner } from '../support/apiOwner.ts';
import { test } from '../support/companion.ts';
import { catchNotifications, catchOpened, signInAs } from '../support/companionSteps.ts';
import { expect } from '../support/story.ts';

test('a reply is a notification of the system that leads to its thread, unless that is switched off', async ({
  openCompanion,
  owner,
  server,
}) => {
  const bob = await ApiOwner.register(server.url);
  const ada = ApiOwner.of(server.url, owner.account);
  const { snapshot } = await ada.stage({ 'index.html': '<h1>Boat shed</h1>' }, { password: 'none' });
  const comments = `/api/snapshots/${snapshot.id}/comments`;
  const { comment: thread } = await ada.call<{ comment: { id: string } }>('POST', comments, {
    text: 'Two pixels too low',
  });
  const reply = (text: string) => bob.call('POST', comments, { text, parentId: thread.id });

  const companion = await openCompanion();
  await signInAs(companion, server.url, owner.account);
  const { shown, clickLast } = await catchNotifications(companion);
  const opened = await catchOpened(companion);
  await reply('Lower now');
  await expect.poll(shown).toMatchObject([{ body: 'Lower now' }]);
  await clickLast();
  await expect.poll(opened).toEqual([`${server.url}/s/${snapshot.id}#thread=${thread.id}`]);

  const { window } = companion;
  await window.getByRole('link', { name: 'Preferences' }).click();
  await window.getByRole('switch', { name: 'Notifications' }).click();
  await expect(window.getByRole('switch', { name: 'Notifications' })).not.toBeChecked();
  await reply('And lower');
  const unread = async () => (await ada.call<{ unread: number }>('GET', '/api/notifications')).unread;
  await expect.poll(unread).toBe(2);
  await ada.call('POST', '/api/notifications/read-all', {});
  await window.getByRole('switch', { name: 'Notifications' }).click();
  await reply('Low enough');
  await expect.poll(async () => (await shown()).map(({ body }) => body)).toEqual(['Lower now', 'Low enough']);
});
