import { updateComment } from '@stagelink/shared/contracts/comments';
import { setEmailPreferences } from '@stagelink/shared/contracts/notifications';
import { deleteSnapshot, updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { subscribe } from '@stagelink/shared/contracts/follows';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { announceComment } from '../../testing/comments.ts';
import { createMailWorld, type MailWorld } from '../../testing/mailWorld.ts';
import { stage } from '../../testing/stage.ts';
import type { Person } from '../../testing/builders.ts';
import { mailBatches } from './batches.ts';

const MINUTE_MS = 60_000;
let world: MailWorld;
beforeAll(async () => {
  world = await createMailWorld();
});
afterAll(() => world.close());

const someone = (name: string) => world.build.user({ name, isVerified: true });

/** Creates an owner with a snapshot, and two users who follow it. */
async function scene(password: string | null = null) {
  const [ada, bob, cleo] = [await someone('Ada'), await someone('Bob'), await someone('Cleo')];
  const { snapshot } = await stage(world, ada, { 'index.html': 'x' }, { name: 'Checkout', password });
  await world.as(cleo)(subscribe, { id: snapshot.id });
  return { ada, bob, cleo, id: snapshot.id };
}

const write = (person: Person, id: string, text: string, parentId?: string) =>
  announceComment(world, world.as(person), id, { text, ...(parentId === undefined ? {} : { parentId }) });

const afterMinutes = (minutes: number) => mailBatches(world.app, new Date(Date.now() + minutes * MINUTE_MS));

async function mailsTo({ email }: Person) {
  await world.drainJobs();
  return world.mailbox.all.filter(({ to }) => to === email);
}

describe('comments on one snapshot', () => {
  test('are emailed together, ten minutes after the first', async () => {
    const { ada, bob, id } = await scene();
    const thread = await write(bob, id, 'The **first** thing');
    await write(bob, id, 'A second thing', thread.id);
    await write(bob, id, 'Something else');
    await afterMinutes(9);
    expect(await mailsTo(ada)).toEqual([]);

    await afterMinutes(10.1);
    await afterMinutes(10.1);
    const [mail, ...more] = await mailsTo(ada);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('3 new comments on “Checkout”');
    for (const text of ['The first thing', 'A second thing', 'Something else']) {
      expect(mail?.text).toContain(text);
    }
    expect(mail?.text).toContain(`http://localhost:4600/s/${id}#thread=${thread.id}`);
    expect(mail?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(await mailsTo(bob)).toEqual([]);
  });

  test('are emailed separately from those on another snapshot', async () => {
    const { ada, bob, id } = await scene();
    const { snapshot } = await stage(world, ada, { 'index.html': 'y' }, { name: 'Other', password: null });
    await write(bob, id, 'one');
    await write(bob, snapshot.id, 'two');
    await afterMinutes(11);
    expect((await mailsTo(ada)).map(({ subject }) => subject).toSorted()).toEqual([
      'Bob commented on “Checkout”',
      'Bob commented on “Other”',
    ]);
  });

  test('are not emailed once they are read, nor twice to users with digests', async () => {
    const { ada, bob, cleo, id } = await scene();
    await world.as(cleo)(setEmailPreferences, { emailFrequency: 'hourly' });
    await write(bob, id, 'hello');
    await world.app.db('notifications').where({ user_id: ada.id }).update({ read_at: new Date() });
    await afterMinutes(11);
    expect([await mailsTo(ada), await mailsTo(cleo)]).toEqual([[], []]);
  });

  test('are emailed once when several servers do it at the same moment', async () => {
    const { ada, bob, id } = await scene();
    await write(bob, id, 'hello');
    await Promise.all([1, 2, 3, 4].map(() => afterMinutes(11)));
    expect(await mailsTo(ada)).toHaveLength(1);
  });

  test('are delayed as configured', async () => {
    const { ada, bob, id } = await scene();
    await write(bob, id, 'hello');
    const config = { ...world.app.config, commentMailMinutes: 60 };
    await mailBatches({ ...world.app, config }, new Date(Date.now() + 11 * MINUTE_MS));
    expect(await mailsTo(ada)).toEqual([]);
  });
});

describe('without access a follower gets no text by email:', () => {
  const noText = async (person: Person) => {
    for (const mail of await mailsTo(person)) expect(mail.text + mail.html).not.toContain('secret plan');
  };

  test('a password set meanwhile hides the text from everyone but the owner', async () => {
    const { ada, bob, cleo, id } = await scene();
    await write(bob, id, 'the secret plan');
    await world.as(ada)(updateSnapshot, { id, password: 'open sesame' });
    await afterMinutes(11);
    const [toOwner] = await mailsTo(ada);
    expect(toOwner?.text).toContain('the secret plan');
    const [toFollower] = await mailsTo(cleo);
    expect(toFollower?.text).toContain('Open the thread to read it.');
    await noText(cleo);
  });

  test('an expired snapshot is emailed about to its owner only', async () => {
    const { ada, bob, cleo, id } = await scene();
    await write(bob, id, 'the secret plan');
    await world.app
      .db('snapshots')
      .where({ id })
      .update({ expires_at: new Date(Date.now() - 1) });
    await afterMinutes(11);
    expect(await mailsTo(ada)).toHaveLength(1);
    expect(await mailsTo(cleo)).toEqual([]);
  });

  test('a deleted snapshot causes no email', async () => {
    const { ada, bob, cleo, id } = await scene();
    await write(bob, id, 'the secret plan');
    await world.as(ada)(deleteSnapshot, { id });
    await afterMinutes(11);
    expect([await mailsTo(ada), await mailsTo(cleo)]).toEqual([[], []]);
  });
});

test('a resolved thread is in the same email', async () => {
  const { ada, bob, id } = await scene();
  const thread = await write(bob, id, 'mine');
  await write(ada, id, 'done', thread.id);
  await world.as(ada)(updateComment, { id, commentId: thread.id, state: 'resolved' });
  await afterMinutes(11);
  const [mail, ...more] = await mailsTo(bob);
  expect(more).toEqual([]);
  expect(mail?.text).toContain('Ada resolved a comment on “Checkout”');
});
