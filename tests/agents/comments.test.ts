import { listComments, updateComment } from '@stagelink/shared/contracts/comments';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Server, startServer } from '../support/server.ts';
import { type Machine, machineOf, type Outcome, pinned, prototype } from './machine.ts';

// Built `stagelink comments` and `stagelink reviews` against the real server.

let server: Server;
let ada: Machine;
beforeAll(async () => {
  server = await startServer();
  ada = await machineOf(server, 'Ada');
});
afterAll(() => server.stop());

const json = ({ out }: Outcome) =>
  JSON.parse(out) as { ok: boolean; data: Record<string, unknown>; error: { code: string } };

async function staged(machine = ada): Promise<{ id: string; folder: string }> {
  const folder = await prototype({ 'index.html': '<button id="pay">Pay</button>' });
  const { data } = json(await machine.run(['stage', folder, '--no-password', '--json']));
  return { id: String(data['snapshotId']), folder };
}

describe('stagelink comments', () => {
  test('lists open threads in words that people can read, and says where the rest is', async () => {
    const { id, folder } = await staged();
    await pinned(server, id, { text: 'Make it **bigger**\n\nand bolder\nand wider\nand more' });
    const second = await pinned(server, id, { text: 'Done already', route: '/cart?step=2' });
    await ada.call(updateComment, { id, commentId: second, state: 'resolved' });

    const open = await ada.run(['comments', 'list'], { cwd: folder });
    expect(open).toMatchObject({ code: 0, err: '' });
    expect(open.out).toMatch(
      /^#1 {2}Eve \(visitor\) · Just now · \/checkout\n {4}Make it \*\*bigger\*\*\n {4}and bolder\n {4}and wider …\n {4}[0-9a-f-]{36}\n$/,
    );
    const resolved = await ada.run(['comments', 'list', id, '--resolved', '--route', '/cart']);
    expect(resolved.out).toMatch(/^#2 {2}Eve \(visitor\) · Just now · \/cart\?step=2 · resolved\n/);
    const limited = await ada.run(['comments', 'list', id, '--all', '--limit', '1']);
    expect(limited.err).toBe('1 of 2 threads; --limit shows more.\n');
    const all = await ada.run(['comments', 'list']);
    expect(all.out).toMatch(/\n {4}on “/);
  });

  test('shows, answers, resolves and reopens a thread', async () => {
    const { id } = await staged();
    const thread = await pinned(server, id, { text: 'Too small' });
    const link = `${server.url}/s/${id}#thread=${thread}`;

    const replied = await ada.run(['comments', 'reply', thread, '-'], {
      input: 'Bigger now.\nSee for yourself.\n',
    });
    expect(replied).toMatchObject({ code: 0, out: `Replied.\n${link}\n` });
    const shown = await ada.run(['comments', 'show', link]);
    for (const part of ['390 × 844', '#pay', '<button id="pay">Pay</button>', 'Ada (owner) · Just now'])
      expect(shown.out).toContain(part);
    expect(shown.out).toContain('        Bigger now.\n        See for yourself.\n');
    expect(shown.out.endsWith(`\n${link}\n`)).toBe(true);

    expect(json(await ada.run(['comments', 'resolve', thread, '--json'])).data).toMatchObject({
      thread: { id: thread, state: 'resolved', replies: [{ text: 'Bigger now.\nSee for yourself.' }] },
    });
    expect((await ada.run(['comments', 'reopen', thread])).out).toBe(`Reopened.\n${link}\n`);
    const { comments } = await ada.call(listComments, { id });
    expect(comments.map(({ state }) => state)).toEqual(['published', 'published']);
  });

  test('lets no text of a stranger reach the terminal as a command', async () => {
    const { id } = await staged();
    const evil = '\u001b]0;owned\u0007\u001b[2Jred\u009b31m \u202egnitset\u202c';
    const thread = await pinned(server, id, { text: evil, route: '/\u001b[31m', html: `<b>${evil}</b>` });
    for (const args of [
      ['comments', 'list', id],
      ['comments', 'show', thread],
      ['comments', 'list', id, '--json'],
    ]) {
      const { out, err } = await ada.run(args);
      // oxlint-disable-next-line no-control-regex -- they must not occur
      expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    }
    const { data } = json(await ada.run(['comments', 'list', id, '--json']));
    // The server stores no control characters; bidirectional ones reach JSON readers only.
    expect(data['threads']).toMatchObject([{ text: ']0;owned[2Jred31m \u202egnitset\u202c' }]);
  });

  test('refuses in words, with the exit codes that scripts rely on', async () => {
    const bob = await machineOf(server, 'Bob');
    const reader = await machineOf(server, 'Rae', ['snapshots:read', 'snapshots:write', 'comments:read']);
    const { id } = await staged();
    const { id: readers } = await staged(reader);
    const thread = await pinned(server, id, { text: 'x' });
    const readersThread = await pinned(server, readers, { text: 'x' });
    const cases: [Machine, string[], number, string][] = [
      [bob, ['comments', 'show', thread], 4, 'not_found'],
      [bob, ['comments', 'list', id], 4, 'not_found'],
      [bob, ['comments', 'reply', thread, 'hi'], 4, 'not_found'],
      [ada, ['comments', 'show', 'nonsense'], 4, 'not_found'],
      [ada, ['comments', 'reply', thread, '  '], 2, 'usage'],
      [ada, ['comments', 'list', '--all', '--resolved'], 2, 'usage'],
      [ada, ['comments', 'list', id, '--route', 'cart'], 2, 'usage'],
      [ada, ['comments', 'nonsense'], 2, 'usage'],
      [reader, ['comments', 'reply', readersThread, 'hi'], 1, 'forbidden'],
      [ada, ['reviews', 'request', id], 2, 'usage'],
      [ada, ['reviews', 'request', id, '--reviewer', 'Bea'], 2, 'usage'],
      [ada, ['reviews', 'request', id, '--reviewer', 'B <b@example.com>', '--deadline', 'soon'], 2, 'usage'],
    ];
    for (const [machine, args, code, error] of cases) {
      const outcome = await machine.run([...args, '--json']);
      expect([args, outcome.code, json(outcome).error.code]).toEqual([args, code, error]);
    }
    expect((await ada.run(['comments', 'list'], { env: { STAGELINK_TOKEN: '' } })).code).toBe(3);
  });
});

test.each(['comments', 'reviews'])('stagelink %s without arguments lists its commands', async (name) => {
  const { code, out } = await ada.run([name]);
  expect(code).toBe(0);
  expect(out).toContain(`Usage: stagelink ${name} [options] [command]`);
});

test('stagelink reviews sends requests, and prints the links that are not emailed', async () => {
  const { folder } = await staged();
  const requested = await ada.run(
    ['reviews', 'request', '--reviewer', 'Bea <bea@example.com>', '--reviewer', '"Cy D." <cy@example.com>'],
    { cwd: folder },
  );
  expect(requested.err).toBe('Requested a review from 2 people.\n');
  expect(requested.out).toMatch(/^Bea {2}http\S+\nCy D\. {2}http\S+\n$/);
  const { id } = await staged();
  const another = [
    'reviews',
    'request',
    id,
    '--reviewer',
    'Bea <bea@example.com>',
    '--deadline',
    '2099-12-24',
  ];
  const { data } = json(await ada.run([...another, '--notes', 'The new button', '--json']));
  expect(data['review']).toMatchObject({
    snapshotId: id,
    notes: 'The new button',
    deadline: expect.stringMatching(/^2099-12-2[45]T/) as string,
    reviewers: [{ name: 'Bea', email: 'bea@example.com', status: 'pending' }],
  });
});
