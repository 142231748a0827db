import { access, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from '../support/companion.ts';
import { addFolder, answerQuestions, catchOpened, signInAs } from '../support/companionSteps.ts';
import { expect } from '../support/story.ts';

test('the window has no more of the machine than its bridge', async ({ openCompanion }) => {
  const { window } = await openCompanion();
  await expect(window.getByRole('heading', { name: 'Sign in to Stagelink' })).toBeVisible();
  const reached = await window.evaluate(() => {
    const all = globalThis as unknown as Record<string, unknown>;
    return ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'].filter(
      (name) => name in all,
    );
  });
  expect(reached).toEqual([]);
  const bridge = await window.evaluate(() =>
    Object.keys((globalThis as unknown as { stagelink: object }).stagelink),
  );
  expect(bridge.sort()).toEqual(['invoke', 'on', 'platform', 'tokenForDrop']);
});

test('a page leads nowhere else, opens no windows, and runs no script but its own', async ({
  openCompanion,
}) => {
  const companion = await openCompanion();
  const { app, window } = companion;
  await expect(window.getByRole('heading', { name: 'Sign in to Stagelink' })).toBeVisible();
  const opened = await catchOpened(companion);
  const before = window.url();

  const result = await window.evaluate(() => {
    const leave = (href: string) => {
      const link = document.createElement('a');
      link.href = href;
      document.body.append(link);
      link.click();
    };
    leave('https://example.com/left');
    leave('file:///etc/passwd');
    const other = globalThis.open('https://example.com/opened');
    globalThis.open('file:///etc/passwd');
    const inline = document.createElement('script');
    inline.textContent = 'globalThis.ran = true';
    document.body.append(inline);
    return { other: other === null, ran: 'ran' in globalThis };
  });
  expect(result).toEqual({ other: true, ran: false });
  // They open in the user's browser, if it can show them.
  await expect
    .poll(async () => (await opened()).toSorted())
    .toEqual(['https://example.com/left', 'https://example.com/opened']);
  expect(window.url()).toBe(before);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);

  const reached = await window.evaluate(async () => {
    const attempts = [fetch('https://example.com/'), fetch('file:///etc/passwd')];
    return (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled').length;
  });
  expect(reached).toBe(0);
});

test('the window is granted no microphone, no place and no notifications', async ({ openCompanion }) => {
  const { window } = await openCompanion();
  await expect(window.getByRole('heading', { name: 'Sign in to Stagelink' })).toBeVisible();
  const states = await window.evaluate(() =>
    Promise.all(
      (['microphone', 'camera', 'geolocation', 'notifications'] as const).map(
        async (name) => (await navigator.permissions.query({ name })).state,
      ),
    ),
  );
  expect(states).toEqual(['denied', 'denied', 'denied', 'denied']);
});

test('what the window says is looked at before it is done', async ({ openCompanion, owner, server }) => {
  const companion = await openCompanion();
  await signInAs(companion, server.url, owner.account);
  const refusals = await companion.window.evaluate(async () => {
    const { stagelink } = globalThis as unknown as {
      stagelink: { invoke: (...given: unknown[]) => Promise<unknown> };
    };
    const attempts: unknown[][] = [
      ['folders.add', 42],
      ['folders.agree', 'a', ['npm run build']],
      ['folders.change', 'a', { path: '/etc' }],
      ['preferences.change', { isPaused: 'yes' }],
      ['folders.list', 'more'],
      ['engine.stop'],
    ];
    const answers = await Promise.allSettled(attempts.map((given) => stagelink.invoke(...given)));
    return answers.map((answer) => (answer.status === 'rejected' ? String(answer.reason) : 'done'));
  });
  for (const sentence of refusals.slice(0, 5)) expect(sentence).toContain('invalid arguments');
  expect(refusals[5]).toContain('No handler registered');
});

test('what controls the window adds no folder and runs no command', async ({
  openCompanion,
  owner,
  prototype,
  server,
}) => {
  const companion = await openCompanion();
  const { window } = companion;
  await signInAs(companion, server.url, owner.account);
  const questions = await answerQuestions(companion, { agrees: false });
  await addFolder(companion, await prototype('vite-react'));
  const ran = path.join(await mkdtemp(path.join(tmpdir(), 'stagelink-')), 'ran');

  const answers = await window.evaluate(async (mark) => {
    const { stagelink } = globalThis as unknown as {
      stagelink: {
        invoke: (...given: unknown[]) => Promise<unknown>;
        tokenForDrop: (file: File) => string;
      };
    };
    const [folder] = (await stagelink.invoke('folders.list')) as { id: string }[];
    const attempts: unknown[][] = [
      ['folders.add', '/etc'],
      ['folder.dropped', crypto.randomUUID(), '/etc'],
      ['folders.change', folder?.id, { buildCommand: `touch ${mark}` }],
      ['folders.change', folder?.id, { variables: ['NPM_TOKEN'] }],
      ['folders.stage', folder?.id],
    ];
    const settled = await Promise.allSettled(attempts.map((given) => stagelink.invoke(...given)));
    const forged = stagelink.tokenForDrop(new File([''], '/etc/passwd'));
    return [...settled.map(({ status }) => status), forged];
  }, ran);
  // One dialog at a time: a second change that meets the first one's is declined without one.
  expect(answers).toEqual(['rejected', 'rejected', 'rejected', 'rejected', 'fulfilled', '']);
  await window.getByRole('button', { name: 'Review' }).click();
  await window.getByRole('button', { name: 'Allow…' }).click();

  await expect.poll(async () => (await questions()).at(-1)).toContain('npm run build');
  const [change] = await questions();
  expect(change).toContain(`Build command: touch ${ran}`);
  await expect(window.getByRole('button', { name: 'Allow…' })).toBeVisible();
  await expect(access(ran)).rejects.toThrow('ENOENT');
});
