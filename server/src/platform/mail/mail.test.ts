import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import type { Mailbox } from '../../testing/mailbox.ts';
import { createMailWorld, type MailWorld } from '../../testing/mailWorld.ts';
import { type World, worldForTest } from '../../testing/world.ts';
import { renderEmail } from './renderEmail.ts';
import { workedBy } from '../../app/jobHandlers.ts';
import { deliver, enqueueEmail } from './outbox.ts';

const FROM = { name: 'Stagelink', email: 'mail@stagelink.example' };
const ada = { name: 'Ada', email: 'ada@example.com' };
const hello = renderEmail({ subject: 'Hello', paragraphs: ['It works.'] });

let world: MailWorld;
let mailbox: Mailbox;
beforeAll(async () => {
  world = await createMailWorld({ logLevel: 'silent' });
  ({ mailbox } = world);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db('pgboss.job').delete();
  mailbox.clear();
});

const postTo = (to: typeof ada, more = hello, { app }: World = world) =>
  app.db.transaction((tx) => enqueueEmail(app, tx, { to, ...more }));

const waiting = async ({ app }: World = world) =>
  app.db('pgboss.job').where({ name: 'send_mail' }).whereIn('state', ['created', 'retry']).select('data');

describe('an email', () => {
  test('is sent as text and as HTML, with names and subjects of any language', async () => {
    await postTo(
      { ...ada, name: 'Ada “Żółć” 陳' },
      renderEmail({ subject: 'Grüße 🎭', paragraphs: ['Ça va?'] }),
    );
    await world.drainJobs();
    const received = await mailbox.next();
    expect(received).toMatchObject({ from: FROM.email, to: ada.email, subject: 'Grüße 🎭' });
    expect(received.mail.from).toMatchObject({ name: 'Stagelink', address: FROM.email });
    expect(received.mail.to?.[0]).toMatchObject({ name: 'Ada “Żółć” 陳', address: ada.email });
    expect(received.text).toContain('Ça va?');
    expect(received.html).toContain('Ça va?');
    expect(received.header('Auto-Submitted')).toBe('auto-generated');
  });

  test('is not sent after a rollback', async () => {
    const undone = world.app.db.transaction(async (tx) => {
      await enqueueEmail(world.app, tx, { to: ada, ...hello });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await world.drainJobs();
    expect(mailbox.all).toEqual([]);
  });

  test('is encrypted in the queue', async () => {
    await postTo(ada, renderEmail({ subject: 'Private', paragraphs: ['secret link'] }));
    const stored = JSON.stringify(await waiting());
    expect(stored).toContain('sealed');
    for (const text of ['Private', 'secret link', ada.email]) expect(stored).not.toContain(text);
  });

  test("cannot contain headers from users' names", async () => {
    const evil = 'Ada\r\nBcc: all@example.com\r\n\r\n<script>';
    await postTo({ ...ada, name: evil }, { ...hello, subject: `Hi ${evil}` });
    await world.drainJobs();
    const { mail, subject } = await mailbox.next();
    expect(subject).toBe('Hi Ada Bcc: all@example.com <script>');
    expect(mail.bcc ?? []).toEqual([]);
    expect(mailbox.all).toHaveLength(1);
  });

  test.each([
    'ada@example.com, eve@example.com',
    'ada@example.com\r\nRCPT TO:<eve@example.com>',
    'no address',
    '',
  ])('is not queued for %j', async (email) => {
    await expect(postTo({ ...ada, email })).rejects.toThrow('valid email address');
    expect(await waiting()).toEqual([]);
  });

  test('is retried, as the same message, while the mail server has problems', async () => {
    mailbox.answer(ada.email, 451);
    await postTo(ada);
    await expect(world.drainJobs()).rejects.toThrow('451');
    expect(await waiting()).toHaveLength(1);

    mailbox.answer(ada.email, null);
    const [job] = (await waiting()) as { data: { messageId: string } }[];
    await world.drainJobs();
    expect((await mailbox.next()).header('Message-ID')).toBe(`<${job?.data.messageId}@localhost>`);
    expect(await waiting()).toEqual([]);
  });

  test.each(['5.1.1 No such user', '5.1.10 Null MX', '5.2.1 Mailbox disabled'])(
    'to an address rejected with %s is given up',
    async (text) => {
      mailbox.answer(ada.email, 550, text);
      await postTo(ada);
      await world.drainJobs();
      expect(await waiting()).toEqual([]);
      expect(mailbox.all).toEqual([]);
    },
  );

  test.each([
    [554, '5.7.1 Relay access denied'],
    [553, '5.7.1 Sender address rejected: not owned by user'],
    [550, '5.1.8 Sender address rejected: Domain not found'],
    [550, '5.2.2 Mailbox full'],
    [550, 'Blocked, see 5.1.1 of our rules'],
    [550, 'No such user'],
  ])('rejected with %i %s is retried, because the operator can fix it', async (code, text) => {
    mailbox.answer(ada.email, code, text);
    await postTo(ada);
    await expect(world.drainJobs()).rejects.toThrow(String(code));
    expect(await waiting()).toHaveLength(1);
    mailbox.answer(ada.email, null);
    await world.drainJobs();
    expect(mailbox.all).toHaveLength(1);
  });

  test('is left to a process with a mail server', async () => {
    await postTo(ada);
    const mail = { canSend: false, send: () => Promise.reject(new Error('No mail server')) };
    expect(workedBy({ mail, stripe: null })).not.toContain('send_mail');
    expect(workedBy(world.app)).toContain('send_mail');
    await expect(deliver({ ...world.app, mail }, { messageId: 'x', sealed: '' })).rejects.toThrow(
      'No mail server',
    );
    await world.drainJobs();
    expect(mailbox.all).toHaveLength(1);
  });

  test('is retried when the mail server rejects the login', async () => {
    const url = mailbox.url.replace('p%40ss', 'wrong');
    const locked = await worldForTest({ mail: { url, from: FROM }, logLevel: 'silent' });
    await postTo(ada, hello, locked);
    await expect(locked.drainJobs()).rejects.toThrow(/login/i);
    expect(await waiting(locked)).toHaveLength(1);
  });

  test('is not queued by a server without a mail server', async () => {
    const silent = await worldForTest();
    expect(silent.app.mail.canSend).toBe(false);
    await postTo(ada, hello, silent);
    expect(await waiting(silent)).toEqual([]);
  });
});

describe('the configuration', () => {
  const SMTP_URL = 'smtps://user:p%40ss@mail.example.com';
  test.each([
    ['Stagelink <mail@example.com>', { name: 'Stagelink', email: 'mail@example.com' }],
    ['"Stages, Ltd." <mail@example.com>', { name: 'Stages, Ltd.', email: 'mail@example.com' }],
    ['mail@example.com', { name: 'Stagelink', email: 'mail@example.com' }],
  ])('accepts %s as the sender', (MAIL_FROM, from) => {
    expect(readConfig({ SMTP_URL, MAIL_FROM }).mail).toEqual({ url: SMTP_URL, from });
  });

  test.each<[NodeJS.ProcessEnv, string]>([
    [{ SMTP_URL }, 'SMTP_URL is set but MAIL_FROM is not: name the sender too.'],
    [{ MAIL_FROM: 'a@example.com' }, 'MAIL_FROM is set but SMTP_URL is not: name the mail server too.'],
    [
      { SMTP_URL, MAIL_FROM: 'no address' },
      'MAIL_FROM is not usable: must be like Stagelink <mail@example.com>.',
    ],
    ...['mail.example.com:25', 'http://mail.example.com', 'smtp://'].map(
      (wrong): [NodeJS.ProcessEnv, string] => [
        { SMTP_URL: wrong, MAIL_FROM: 'a@example.com' },
        'SMTP_URL is not usable: must be like smtp://user:password@mail.example.com:587.',
      ],
    ),
  ])('explains what is wrong with %j', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });
});
