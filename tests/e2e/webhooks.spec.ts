import type { Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { ApiOwner } from '../support/apiOwner.ts';
import { freePort, type Server } from '../support/server.ts';
import { type Account, signUp } from '../support/stagelink.ts';
import { authenticate, expect } from '../support/story.ts';
import { idOf, type Received, startTrusting, test, verified } from '../support/webhooks.ts';

/** How often the server is killed: a hundred times on request. */
const KILLS = Number(process.env['WEBHOOK_KILLS'] ?? 1);
const KILL_SECONDS = 12;
/** A job of a killed process is taken over after its heartbeat has expired and the queue was checked. */
const TAKEN_OVER_SECONDS = 180;

const section = (page: Page) => page.getByRole('region', { name: 'Webhooks' });

/** Creates a webhook in the settings and returns its secret. */
async function createInSettings(page: Page, url: string): Promise<string> {
  await page.goto('/settings#webhooks');
  await section(page).getByRole('button', { name: 'New webhook' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(url);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const shown = page.getByRole('dialog', { name: 'The secret of your webhook' });
  const secret = await shown.locator('code').textContent();
  expect(await accessibilityViolations(page)).toEqual([]);
  await shown.getByRole('button', { name: 'Done' }).click();
  return secret ?? '';
}

async function comment(
  url: string,
  { token }: Pick<Account, 'token'>,
  id: string,
  text: string,
): Promise<string> {
  const answer = await fetch(`${url}/api/snapshots/${id}/comments`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  if (!answer.ok) throw new Error(`A comment was answered with ${answer.status}`);
  const { comment: written } = (await answer.json()) as { comment: { id: string } };
  return written.id;
}

test('a webhook is made in the settings, a comment reaches it signed, and what failed is sent again', async ({
  browser,
  receiver,
  dataDir,
}) => {
  test.setTimeout(180_000);
  const server = await startTrusting(dataDir);
  const account = await signUp(server.url, 'Ada');
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await authenticate(page, server, account.email);
  const { snapshot } = await stageAs(server, account);

  const secret = await createInSettings(page, receiver.url);
  expect(await accessibilityViolations(page)).toEqual([]);
  receiver.answer((response) => response.writeHead(410).end('Gone for now'));
  const threadId = await comment(server.url, account, snapshot.id, 'Two pixels too low');
  const [first] = await receiver.until(1);
  if (!first) throw new Error('Nothing came');
  expect(verified(first, secret)).toMatchObject({
    type: 'comment.created',
    data: { snapshot: { id: snapshot.id }, thread: { id: threadId, excerpt: 'Two pixels too low' } },
  });

  await page.reload();
  await expect(section(page).getByText('Off: its server says that it is gone')).toBeVisible();
  await section(page).getByRole('switch').click();
  await expect(section(page).getByText('On', { exact: true })).toBeVisible();
  receiver.answer((response) => response.writeHead(200).end('Thanks'));
  await section(page)
    .getByRole('button', { name: /^Deliveries:/ })
    .click();
  const list = page.getByRole('dialog', { name: 'Deliveries' });
  await expect(list.getByText('Failed 410')).toBeVisible();
  await list.getByText('Answer', { exact: true }).click();
  await expect(list.getByText('Gone for now')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  await list.getByRole('button', { name: /^Resend comment.created/ }).click();
  await receiver.until(2);
  expect(new Set(receiver.received.map(idOf)).size).toBe(1);
  await expect(list.getByText('Delivered 200')).toBeVisible();
  await context.close();
  await server.stop();
});

test('the form of a webhook is used with the keyboard alone, in light and dark', async ({
  owner,
  enterAs,
}) => {
  const page = await enterAs(owner.account);
  await page.goto('/settings#webhooks');
  const add = section(page).getByRole('button', { name: 'New webhook' });
  const address = page.getByRole('textbox', { name: 'Address' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await add.focus();
    await page.keyboard.press('Enter');
    await expect(address).toBeFocused();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.type('http://hooks.example');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The address must begin with https://.')).toBeVisible();
    await expect(address).toBeFocused();
    expect(await accessibilityViolations(page)).toEqual([]);
    // The first press keeps what was typed.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(address).toBeHidden();
    await expect(add).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(address).toBeFocused();
  await page.keyboard.type('https://hooks.example/keyboard');
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog', { name: 'The secret of your webhook' })
    .getByRole('button', { name: 'Done' })
    .press('Enter');
  await expect(section(page).getByText('https://hooks.example/keyboard')).toBeVisible();
});

async function stageAs({ url }: Server, { token }: Account): Promise<{ snapshot: { id: string } }> {
  const form = new FormData();
  form.append('files', new Blob(['<h1>Boat shed</h1>']), 'index.html');
  const answer = await fetch(`${url}/api/snapshots/upload?name=Boat%20shed`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  });
  return (await answer.json()) as { snapshot: { id: string } };
}

test('a server that is killed while it delivers sends each event at least once, each with one id', async ({
  receiver,
  dataDir,
}) => {
  test.setTimeout((KILLS * KILL_SECONDS + 2 * TAKEN_OVER_SECONDS + 60) * 1000);
  const port = await freePort();
  let server = await startTrusting(dataDir, port);
  const owner = await ApiOwner.register(server.url);
  const { snapshot } = await owner.stage({ 'index.html': '<h1>Boat shed</h1>' });
  const hook = { url: receiver.url, events: ['comment.created'] };
  const { secret } = await owner.call<{ secret: string }>('POST', '/api/webhooks', hook);

  /** Ids of events by comment, each verified when it comes: signatures are valid for some minutes. */
  const sent = new Map<string, string[]>();
  function note(one: Received): void {
    const { type, data } = verified(one, secret);
    const id = type === 'comment.created' ? data.thread.id : '';
    sent.set(id, [...(sent.get(id) ?? []), idOf(one)]);
  }

  for (let kill = 0; kill < KILLS; kill += 1) {
    // The server is killed in the middle of an attempt: it never sees this answer.
    const killed = new Promise<void>((resolve) =>
      receiver.answer((response, one) => {
        note(one);
        server.process.once('exit', () => resolve());
        server.process.kill('SIGKILL');
        response.destroy();
      }),
    );
    // Its reply may be lost too, and itself if an earlier event is sent again first.
    await comment(server.url, owner, snapshot.id, `Comment ${kill}`).catch(() => undefined);
    await killed;
    receiver.answer((response, one) => {
      note(one);
      response.writeHead(204).end();
    });
    server = await startTrusting(dataDir, port);
    await comment(server.url, owner, snapshot.id, `After kill ${kill}`);
  }

  const { webhooks } = await owner.call<{ webhooks: { id: string }[] }>('GET', '/api/webhooks');
  const statuses = async () => {
    const list = `/api/webhooks/${webhooks[0]?.id}/deliveries`;
    const { deliveries } = await owner.call<{ deliveries: { status: string }[] }>('GET', list);
    return [...new Set(deliveries.map(({ status }) => status))];
  };
  const written = `/api/snapshots/${snapshot.id}/comments`;
  const { comments } = await owner.call<{ comments: { id: string }[] }>('GET', written);
  expect(comments.length).toBeGreaterThan(KILLS);
  // The job that announces a comment may have been killed too, before there was an event.
  const eventsOfEach = () => comments.map(({ id }) => new Set(sent.get(id)).size);
  await expect.poll(eventsOfEach, { timeout: TAKEN_OVER_SECONDS * 1000 }).toEqual(comments.map(() => 1));
  await expect.poll(statuses, { timeout: TAKEN_OVER_SECONDS * 1000 }).toEqual(['delivered']);
  // What the kills interrupted was sent again.
  expect(receiver.received.length).toBeGreaterThan(comments.length);
  await server.stop();
});
