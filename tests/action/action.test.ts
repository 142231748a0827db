import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient } from '@stagelink/shared/client/call';
import { getSnapshot, viewSnapshot } from '@stagelink/shared/contracts/snapshots';
import { listVersions } from '@stagelink/shared/contracts/versions';
import { nodeSend } from '@stagelink/shared/staging/node/nodeTransport';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import {
  type GithubAnswer,
  type GithubStandIn,
  openGithub,
} from '../../server/src/testing/github/standIn.ts';
import { type Machine, machineOf, pinned, prototype } from '../agents/machine.ts';
import { type Server, startServer } from '../support/server.ts';
import { installAction, type Step, type Trigger } from './runner.ts';

// The built action, run as GitHub's runner does, against the real server and a strict stand-in of GitHub.

let server: Server;
let ada: Machine;
let run: Awaited<ReturnType<typeof installAction>>;
beforeAll(async () => {
  server = await startServer();
  ada = await machineOf(server, 'Ada', ['snapshots:read', 'snapshots:write', 'comments:read']);
  run = await installAction();
});
afterAll(() => server.stop());

let github: GithubStandIn;
let folder: string;
beforeEach(async () => {
  github = await openGithub();
  github.tokens.set('workflow', { login: 'github-actions[bot]', canWrite: true });
  github.tokens.set('fork', { login: 'github-actions[bot]', canWrite: false });
  folder = await prototype({ 'index.html': '<button id="pay">Pay</button>' });
});
afterEach(async () => {
  await github.close();
  if (github.faults.length > 0) throw new Error(`GitHub would refuse this: ${github.faults.join('\n')}`);
});

let pulls = 0;
/** A pull request of its own for each test, as the server keeps one link for each. */
const newPull = () => (pulls += 1);

const step = (trigger: Trigger, inputs: Record<string, string> = {}, on = folder): Promise<Step> =>
  run(github, on, trigger, { server: server.url, token: ada.token, githubToken: 'workflow', ...inputs });

const push = (number: number, inputs: Record<string, string> = {}, on = folder): Promise<Step> =>
  step({ pull: { number, action: 'synchronize' }, sha: 'a'.repeat(40) }, inputs, on);

const change = (html: string) => writeFile(path.join(folder, 'index.html'), html);

const visitor = () => createClient(nodeSend({ server: server.url }));

function onlyComment(): { id: number; lines: string[] } {
  expect(github.comments).toHaveLength(1);
  const { id = 0, body = '' } = github.comments[0] ?? {};
  return { id, lines: body.split('\n') };
}

describe('pushes to a pull request', () => {
  test('make versions at one link, told in one comment', async () => {
    const number = newPull();
    const first = await push(number);
    expect(first).toMatchObject({ code: 0, outputs: { version: '1', 'open-threads': '0' } });
    const { url = '', 'snapshot-id': id = '', 'content-url': contentUrl } = first.outputs;
    expect(url).toBe(`${server.url}/s/${id}`);
    expect(contentUrl).toMatch(/^http/);
    const before = onlyComment();
    expect(before.lines[0]).toBe(`<!-- stagelink:shop:${id} -->`);
    expect(before.lines[1]).toMatch(
      new RegExp(
        `^\\*\\*Stagelink\\*\\* · \\[open the preview\\]\\(${url}\\) · v1 · \\d+\\.\\d s · no open threads · no review$`,
      ),
    );

    await change('<button id="pay">Pay now</button>');
    await writeFile(path.join(folder, 'cart.html'), 'cart');
    const second = await push(number);
    expect(second.outputs).toMatchObject({ url, version: '2' });
    const after = onlyComment();
    expect(after.id).toBe(before.id);
    expect(after.lines[1]).toContain(' · v2 · ');
    expect(after.lines).toContain('| Files | 1 changed, 1 added, 0 removed |');
    expect(after.lines.length).toBeLessThanOrEqual(15);
    expect(after.lines.at(-1)).toBe(`[QR code](${server.url}/api/snapshots/${id}/qr)`);
    expect((await fetch(`${server.url}/api/snapshots/${id}/qr`)).headers.get('content-type')).toContain(
      'svg',
    );
    expect(second.summary).toContain(after.lines[1]);

    const { snapshot } = await ada.call(getSnapshot, { id });
    expect(snapshot.name).toBe(`shop #${number}`);
    const { versions } = await ada.call(listVersions, { id });
    expect(versions[0]).toMatchObject({ client: 'action', gitBranch: 'redesign', gitCommit: 'a'.repeat(40) });
  });

  test('have open threads in the comment and in a check, which fails where that is wanted', async () => {
    const number = newPull();
    const { outputs } = await push(number, { password: 'none' });
    const id = outputs['snapshot-id'] ?? '';
    await pinned(server, id, { text: 'Make `it` @everyone <b>bigger</b>' });
    const { code } = await push(number, { password: 'none', 'fail-on': 'open-threads' });
    expect(code).toBe(0);
    expect(onlyComment().lines[1]).toContain(`1 open thread ([show](${server.url}/s/${id}#panel=comments))`);
    expect(github.checks.map(({ conclusion }) => conclusion)).toEqual(['success', 'failure']);
    const check = github.checks.at(-1);
    expect(check).toMatchObject({
      name: 'Stagelink: shop',
      head_sha: 'a'.repeat(40),
      status: 'completed',
      output: { title: '1 open thread' },
    });
    expect(check?.output.summary).toMatch(
      /1\. \[Thread\]\(\S+#thread=\S+\) `Make it @everyone <b>bigger<\/b>`$/m,
    );
  });

  test('keep what was said about a protected snapshot out of the check', async () => {
    const number = newPull();
    const { outputs } = await push(number, { password: 'open sesame' });
    const id = outputs['snapshot-id'] ?? '';
    const { snapshot } = await ada.call(getSnapshot, { id });
    expect(snapshot.public).toBe(false);
    await push(number, { password: 'none' });
    await pinned(server, id, { text: 'A secret plan' });
    await push(number, { password: 'open sesame' });
    expect(github.checks.at(-1)?.output.title).toBe('1 open thread');
    expect(github.checks.at(-1)?.output.summary).not.toContain('secret plan');
  });

  test('by two jobs at once make one comment and one link', async () => {
    const number = newPull();
    const other = await prototype({ 'index.html': 'from the other job' });
    github.gather('issues/create-comment', 2);
    const [one, two] = await Promise.all([push(number), push(number, {}, other)]);
    expect([one?.code, two?.code]).toEqual([0, 0]);
    expect(one?.outputs['url']).toBe(two?.outputs['url']);
    expect([one?.outputs['version'], two?.outputs['version']].sort()).toEqual(['1', '2']);
    expect(github.requests.filter((id) => id === 'issues/create-comment')).toHaveLength(2);
    const { id } = onlyComment();
    await push(number);
    expect(onlyComment().id).toBe(id);
  });

  test('keep the link when the comment was deleted by hand', async () => {
    const number = newPull();
    const { outputs } = await push(number);
    github.comments.length = 0;
    await change('changed');
    expect((await push(number)).outputs).toMatchObject({ url: outputs['url'], version: '2' });
    expect(onlyComment().lines[0]).toContain(outputs['snapshot-id']);
  });

  test('find the comment among hundreds, and never one of another author', async () => {
    const number = newPull();
    const victim = (await push(newPull())).outputs['snapshot-id'] ?? '';
    github.comments.length = 0;
    github.tokens.set('mallory', { login: 'mallory', canWrite: true });
    const say = (login: string, body: string) =>
      github.comments.push({
        id: github.comments.length,
        issue: number,
        login,
        body,
        createdAt: '2026-11-28T10:00:00Z',
        updatedAt: '2026-11-28T10:00:00Z',
      });
    say('mallory', `<!-- stagelink:shop:${victim} -->\nmine`);
    for (let at = 0; at < 130; at += 1) say('bob', 'Looks good');
    const { outputs } = await push(number);
    expect(outputs['snapshot-id']).not.toBe(victim);
    await change('changed');
    expect((await push(number)).outputs).toMatchObject({ url: outputs['url'], version: '2' });
    expect(github.comments.filter(({ login }) => login === 'github-actions[bot]')).toHaveLength(1);
    expect(github.comments[0]?.body).toContain('mine');
  });

  test('of two previews have a comment each, whatever they are called', async () => {
    const number = newPull();
    const one = await push(number, { name: 'web: app' });
    const two = await push(number, { name: 'docs --> <script>' });
    expect(one.outputs['url']).not.toBe(two.outputs['url']);
    await push(number, { name: 'web: app' });
    expect(github.comments.map(({ body }) => body.split('\n')[0])).toEqual([
      `<!-- stagelink:web%3A%20app:${one.outputs['snapshot-id']} -->`,
      `<!-- stagelink:docs%20--%3E%20%3Cscript%3E:${two.outputs['snapshot-id']} -->`,
    ]);
  });

  test('write no comment and no check where none is wanted', async () => {
    const { code, outputs } = await push(newPull(), { comment: 'false', check: 'false' });
    expect(code).toBe(0);
    expect(outputs['url']).toContain('/s/');
    expect([...github.comments, ...github.checks]).toEqual([]);
  });

  test('without a pull request go to the link of the branch, otherwise to that of its pull request', async () => {
    const sha = 'b'.repeat(40);
    const branch = `refs/heads/main-${newPull()}`;
    const first = await step({ sha, ref: branch });
    await change('changed');
    const second = await step({ sha, ref: branch });
    expect(second.outputs).toMatchObject({ url: first.outputs['url'], version: '2' });
    expect(github.comments).toEqual([]);

    const number = newPull();
    const { outputs } = await push(number);
    github.pulls.set(sha, number);
    await change('changed again');
    expect((await step({ sha, ref: branch })).outputs).toMatchObject({ url: outputs['url'], version: '2' });
    expect(onlyComment().lines[1]).toContain(' · v2 · ');
  });
});

describe('the password', () => {
  test('is masked, an output, and printed nowhere', async () => {
    const { outputs, log, summary } = await push(newPull());
    const { password = '' } = outputs;
    expect(password.length).toBeGreaterThan(5);
    const printed = [log, summary, JSON.stringify(github.comments), JSON.stringify(github.checks)].join('\n');
    expect(printed).not.toContain(password);
    expect(printed).not.toContain(ada.token);
  });

  test('is shown on request', async () => {
    const { outputs } = await push(newPull(), { 'show-password': 'true' });
    expect(onlyComment().lines).toContain(`Password: \`${outputs['password']}\``);
  });
});

describe('a pull request from a fork', () => {
  const fork = (inputs: Record<string, string>) =>
    step({ pull: { number: newPull(), action: 'opened', fork: true }, sha: 'c'.repeat(40) }, inputs);

  test('has its link in the job summary, which says why', async () => {
    const { code, outputs, summary } = await fork({ githubToken: 'fork' });
    expect(code).toBe(0);
    expect(summary).toContain('The comment could not be written: This workflow’s token may not write here');
    expect(summary).toContain(outputs['url']);
    expect([...github.comments, ...github.checks]).toEqual([]);
  });

  test('fails the step where its check would have failed', async () => {
    const number = newPull();
    const pull = { number, action: 'opened', fork: true };
    const inputs = { githubToken: 'fork', password: 'none', 'fail-on': 'open-threads' };
    const { outputs } = await step({ pull, sha: 'c'.repeat(40) }, inputs);
    await pinned(server, outputs['snapshot-id'] ?? '', { text: 'Too small' });
    const { code, log } = await step({ pull, sha: 'c'.repeat(40) }, inputs);
    expect(code).toBe(1);
    expect(log).toContain('::error::1 open thread');
  });

  test('is not staged without secrets, and the step says so', async () => {
    const { code, outputs, summary } = await fork({ token: '', githubToken: 'fork' });
    expect({ code, outputs }).toEqual({ code: 0, outputs: {} });
    expect(summary).toContain('GitHub withholds secrets from pull requests of forks');
  });
});

describe('closing a pull request', () => {
  const close = (number: number, inputs: Record<string, string> = {}) =>
    step({ pull: { number, action: 'closed' }, sha: 'a'.repeat(40) }, inputs);

  test('ends the link; reopening brings it back', async () => {
    const number = newPull();
    const { outputs } = await push(number, { password: 'none' });
    const id = outputs['snapshot-id'] ?? '';
    expect((await close(number)).code).toBe(0);
    await expect(visitor()(viewSnapshot, { id })).rejects.toMatchObject({ code: 'gone' });
    expect(onlyComment().lines[1]).toContain('the link has ended');
    await change('changed');
    expect((await push(number)).outputs).toMatchObject({ url: outputs['url'], version: '2' });
    expect((await visitor()(viewSnapshot, { id })).snapshot.version).toBe(2);
    expect(onlyComment().lines[1]).toContain('[open the preview]');
  });

  test('deletes it on request; the next push makes another', async () => {
    const number = newPull();
    const { outputs } = await push(number);
    const id = outputs['snapshot-id'] ?? '';
    await close(number, { 'on-close': 'delete' });
    await expect(ada.call(getSnapshot, { id })).rejects.toMatchObject({ code: 'not_found' });
    expect((await close(number, { 'on-close': 'delete' })).code).toBe(0);
    const again = await push(number);
    expect(again.outputs).toMatchObject({ version: '1' });
    expect(again.outputs['snapshot-id']).not.toBe(id);
    expect(onlyComment().lines[0]).toContain(again.outputs['snapshot-id']);
  });

  test('keeps it on request', async () => {
    const number = newPull();
    const { outputs } = await push(number, { password: 'none' });
    await close(number, { 'on-close': 'keep' });
    const id = outputs['snapshot-id'] ?? '';
    expect((await visitor()(viewSnapshot, { id })).snapshot.id).toBe(id);
  });

  test('without a comment changes nothing', async () => {
    const { code, log } = await close(newPull());
    expect(code).toBe(0);
    expect(log).toContain('There is no comment that names a link to end.');
  });
});

describe('GitHub', () => {
  const body = JSON.stringify({ message: 'Nope', documentation_url: 'https://docs.github.com' });
  const json = { 'content-type': 'application/json' };

  test.each([
    ['429 with retry-after', { status: 429, headers: { ...json, 'retry-after': '1' }, body }],
    ['403 with retry-after', { status: 403, headers: { ...json, 'retry-after': '1' }, body }],
    ['500', { status: 500, headers: json, body }],
  ])('that answers %s is asked again', async (_what, answer: GithubAnswer) => {
    let left = 1;
    github.trouble = ({ id }) => (id === 'issues/create-comment' && left-- > 0 ? answer : null);
    expect((await push(newPull())).code).toBe(0);
    expect(onlyComment().lines[1]).toContain('open the preview');
  });

  test.each([
    ['401', { status: 401, headers: json, body }],
    ['404', { status: 404, headers: json, body }],
    ['422', { status: 422, headers: json, body }],
    ['429 until tomorrow', { status: 429, headers: { ...json, 'retry-after': '86400' }, body }],
    ['a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Maintenance</h1>' }],
  ])('that answers %s leaves the link in the job summary', async (_what, answer: GithubAnswer) => {
    github.trouble = () => answer;
    const { code, outputs, summary, log } = await push(newPull());
    expect(code).toBe(0);
    expect(summary).toContain('The comment could not be written: ');
    expect(summary).toContain(outputs['url']);
    expect(log).toContain('::warning::The check could not be written: ');
  });
});

test.each([
  ['server', 'http://stagelink.example.com', 'does not use encryption'],
  ['server', 'stagelink', 'Give an address such as'],
  ['fail-on', 'maybe', 'Give one of none, open-threads, changes-requested.'],
  ['on-close', 'burn', 'Give one of expire, keep, delete.'],
  ['expires-in-days', '-1', 'Give a number of days'],
  ['token', '', 'The input “token” is empty.'],
  ['token', 'stl_pat_wrong', 'log in'],
  ['folder', 'nowhere', 'nowhere'],
])('%s “%s” fails the step with a reason', async (name, value, reason) => {
  const { code, log, outputs } = await push(newPull(), { [name]: value });
  expect(code).toBe(1);
  expect(log).toMatch(/^::error::/m);
  expect(log).toContain(reason);
  expect(outputs).toEqual({});
  expect(github.comments).toEqual([]);
});
