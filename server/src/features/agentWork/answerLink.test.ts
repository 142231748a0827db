import { randomUUID } from 'node:crypto';
import { confirmThread, markStaged, sendThreads } from '@stagelink/shared/contracts/agentWork';
import { readThread } from '@stagelink/shared/contracts/comments';
import { RATE_LIMITS } from '@stagelink/shared/contracts/limits';
import { listNotifications } from '@stagelink/shared/contracts/notifications';
import { confirmReplyAddress, setReplyAddress } from '@stagelink/shared/contracts/replyMail';
import { enterReview, requestReview } from '@stagelink/shared/contracts/reviews';
import { updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createComment } from '../../testing/comments.ts';
import { createMailWorld, type MailWorld, tokenOf } from '../../testing/mailWorld.ts';
import { newBrowser, tokenIn } from '../../testing/reviewer.ts';
import { mailReplies } from '../replyEmails/send.ts';

const WIDE_OPEN = { points: 1_000_000, seconds: 1 };
let world: MailWorld;
beforeAll(async () => {
  world = await createMailWorld({
    rateLimits: {
      ...RATE_LIMITS,
      mail: WIDE_OPEN,
      login: WIDE_OPEN,
      register: WIDE_OPEN,
      reviewLink: WIDE_OPEN,
      replyAddress: WIDE_OPEN,
      replyMail: WIDE_OPEN,
      reviewToAddress: WIDE_OPEN,
    },
  });
});
afterAll(() => world.close());

const agent = { id: randomUUID(), name: 'Claude Code' };
let count = 0;
const newAddress = () => `author-${(count += 1)}@example.com`;

async function scene() {
  const ada = await world.build.user({ name: 'Ada', isVerified: true });
  const id = await world.build.snapshot(ada);
  const call = world.as(ada);
  const stageFor = async (thread: string) => {
    await call(sendThreads, { id, threads: [thread] });
    await call(markStaged, { id, version: 1, agent, threads: [thread] });
  };
  return { ada, id, call, stageFor };
}

/** A visitor who began a thread and confirmed an address for replies. */
async function guestOn(id: string) {
  const browser = newBrowser(world);
  const { id: thread } = await createComment(browser.call, id, { text: 'Too green', authorName: 'Gus' });
  const email = newAddress();
  await browser.call(setReplyAddress, { id, email });
  await browser.call(confirmReplyAddress, { token: tokenOf(await world.mailTo(email)) });
  return { browser, thread, email };
}

async function mailsTo(email: string) {
  await mailReplies(world.app, new Date(Date.now() + 11 * 60_000));
  await world.drainJobs();
  return world.mailbox.all.filter((mail) => mail.to === email && mail.subject.includes(' on “'));
}

const answerTokenIn = (link: string) => /#answer=([\w.-]+)&thread=/.exec(link)?.[1] ?? '';

async function askedVisitor() {
  const where = await scene();
  const gus = await guestOn(where.id);
  await where.stageFor(gus.thread);
  const [mail] = await mailsTo(gus.email);
  if (!mail) throw new Error('No email asked');
  const workNow = async () => {
    const { comments } = await newBrowser(world).call(readThread, { id: where.id, commentId: gus.thread });
    return { work: comments[0]?.work, replies: comments.slice(1) };
  };
  return { ...where, gus, mail, token: answerTokenIn(mail.link), workNow };
}

describe('the email to a visitor whose thread was staged', () => {
  test('opens the thread with a proof, which confirms it in any browser', async () => {
    const { id, gus, mail, token, workNow } = await askedVisitor();
    expect(mail.subject).toMatch(/^Ada staged a version for your comment on “/);
    expect(mail.link).toMatch(new RegExp(`/s/${id}#answer=[\\w.-]+&thread=${gus.thread}$`));
    const elsewhere = newBrowser(world).call;
    await elsewhere(confirmThread, { id, commentId: gus.thread, isConfirmed: true, answerToken: token });
    expect((await workNow()).work).toMatchObject({ state: 'confirmed', version: 1 });
  });

  test('takes “not yet” with words, which are the author’s', async () => {
    const { id, gus, token, workNow } = await askedVisitor();
    await newBrowser(world).call(confirmThread, {
      id,
      commentId: gus.thread,
      isConfirmed: false,
      text: 'Still green',
      answerToken: token,
    });
    const { work, replies } = await workNow();
    expect(work).toMatchObject({ state: 'back' });
    expect(replies).toMatchObject([{ text: 'Still green', authorName: 'Gus' }]);
    const { comments } = await gus.browser.call(readThread, { id, commentId: gus.thread });
    expect(comments[1]?.can.edit).toBe(true);
    expect(await mailsTo(gus.email)).toHaveLength(1);
  });

  test('proves nothing about another thread, with another token or without one, and nothing is written', async () => {
    const { id, gus, token, workNow } = await askedVisitor();
    const other = await guestOn(id);
    const stranger = newBrowser(world).call;
    const attempts = [
      { commentId: gus.thread },
      { commentId: gus.thread, answerToken: 'made-up' },
      { commentId: gus.thread, answerToken: `${token}x` },
      { commentId: other.thread, answerToken: token },
    ];
    for (const attempt of attempts) {
      const answer = stranger(confirmThread, { id, isConfirmed: false, text: 'No', ...attempt });
      await expect(answer).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect(await workNow()).toMatchObject({ work: { state: 'staged' }, replies: [] });
  });

  test('ends when another version is staged, or the password changes', async () => {
    const { id, call, gus, token } = await askedVisitor();
    const answer = () =>
      newBrowser(world).call(confirmThread, {
        id,
        commentId: gus.thread,
        isConfirmed: true,
        answerToken: token,
      });
    await world.app.db('thread_work').where({ comment_id: gus.thread }).update({ version: 2 });
    await expect(answer()).rejects.toMatchObject({ code: 'forbidden' });
    await world.app.db('thread_work').where({ comment_id: gus.thread }).update({ version: 1 });
    await call(updateSnapshot, { id, password: 'open sesame' });
    await call(updateSnapshot, { id, password: null });
    await expect(answer()).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('is not sent once the thread was answered', async () => {
    const { id, stageFor } = await scene();
    const gus = await guestOn(id);
    await stageFor(gus.thread);
    await gus.browser.call(confirmThread, { id, commentId: gus.thread, isConfirmed: true });
    expect(await mailsTo(gus.email)).toEqual([]);
  });
});

test('a reviewer without an account is asked through their personal link', async () => {
  const { id, call, stageFor } = await scene();
  const email = newAddress();
  await call(requestReview, { id, reviewers: [{ userName: 'Rea', userEmail: email }], notes: '' });
  const browser = newBrowser(world);
  await browser.call(enterReview, { token: tokenIn((await world.mailTo(email)).link) });
  const { id: thread } = await createComment(browser.call, id, 'Too green');
  await stageFor(thread);
  const [mail] = await mailsTo(email);
  expect(mail?.link).toMatch(new RegExp(`/s/${id}#review=[\\w.-]+&thread=${thread}$`));
});

test('an account is asked by a notification, and owners are not asked about their own threads', async () => {
  const { id, call, stageFor } = await scene();
  const bob = await world.build.user({ name: 'Bob', isVerified: true });
  const { id: thread } = await createComment(world.as(bob), id, 'Too green');
  const { id: own } = await createComment(call, id, 'Mine');
  await stageFor(thread);
  await stageFor(own);
  const asks = async (by: typeof call) =>
    (await by(listNotifications, {})).notifications.filter(({ title }) =>
      title.includes('was staged for your'),
    );
  expect(await asks(world.as(bob))).toMatchObject([{ actionUrl: `/s/${id}#thread=${thread}` }]);
  expect(await asks(call)).toEqual([]);
});
