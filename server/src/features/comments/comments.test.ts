import { randomUUID } from 'node:crypto';
import { deleteComment, listPeople, readThread, updateComment } from '@stagelink/shared/contracts/comments';
import { getSnapshot, getSummary, updateSnapshot, viewSnapshot } from '@stagelink/shared/contracts/snapshots';
import { subscribe } from '@stagelink/shared/contracts/follows';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commentsSeenBy, createComment } from '../../testing/comments.ts';
import { messagesDuring } from '../../testing/liveMessages.ts';
import { newBrowser } from '../../testing/reviewer.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const forbidden = { status: 403, code: 'forbidden' };
const missing = { status: 404, code: 'not_found' };

async function scene() {
  const [ada, bob] = [await world.build.user({ name: 'Ada' }), await world.build.user({ name: 'Bob' })];
  const id = await world.build.snapshot(ada, { name: 'Checkout' });
  return { ada, bob, id, call: world.as(ada), bobs: world.as(bob), visitor: newBrowser(world) };
}

const countOf = async (owner: Person, id: string) =>
  (await world.as(owner)(getSnapshot, { id })).snapshot.commentCount;

describe('a comment', () => {
  test('is visible to everyone with access, with what each may do', async () => {
    const { ada, bob, id, call, bobs, visitor } = await scene();
    const posted = await createComment(bobs, id, '  Make it **bigger**  ');
    expect(posted).toMatchObject({
      snapshotId: id,
      parentId: null,
      text: 'Make it **bigger**',
      state: 'published',
      isPending: false,
      author: bob.id,
      authorName: 'Bob',
      isAnonymous: false,
      isOwner: false,
      pinNumber: null,
      elementSelector: null,
      elementCoordinates: null,
      pinnedElement: null,
      version: 1,
      resolved: null,
      attachments: [],
      following: 'active',
      can: { edit: true, remove: true, resolve: false, reply: true, approve: false, repin: false },
    });
    expect(await commentsSeenBy(bobs, id)).toEqual([posted]);
    const [owners] = await commentsSeenBy(call, id);
    expect(owners).toMatchObject({
      following: null,
      can: { edit: false, remove: true, resolve: true, reply: true, approve: false },
    });
    const [visitors] = await commentsSeenBy(visitor.call, id);
    expect(visitors).toMatchObject({ can: { edit: false, remove: false, resolve: false, reply: true } });
    // Only the author sees which account it is.
    expect([owners?.author, visitors?.author]).toEqual([null, null]);
    expect(await countOf(ada, id)).toBe(1);
  });

  test('comes with its replies: threads newest first, replies oldest first', async () => {
    const { id, call, bobs } = await scene();
    const first = await createComment(call, id, 'first');
    const second = await createComment(bobs, id, 'second');
    await createComment(bobs, id, { text: 'one', parentId: first.id });
    await createComment(call, id, { text: 'two', parentId: first.id });
    await createComment(bobs, id, { text: 'a', parentId: second.id });
    expect((await commentsSeenBy(call, id)).map(({ text }) => text)).toEqual([
      'second',
      'a',
      'first',
      'one',
      'two',
    ]);
  });

  test('is read with its thread, by the id of any comment in it', async () => {
    const { id, call, bobs } = await scene();
    const first = await createComment(call, id, 'first');
    const second = await createComment(bobs, id, 'second');
    const one = await createComment(bobs, id, { text: 'one', parentId: first.id });
    const two = await createComment(call, id, { text: 'two', parentId: first.id });
    const all = await commentsSeenBy(bobs, id);
    for (const { id: commentId } of [first, one, two]) {
      const { comments } = await bobs(readThread, { id, commentId });
      expect(comments).toEqual(all.slice(1));
    }
    expect((await bobs(readThread, { id, commentId: second.id })).comments).toEqual(all.slice(0, 1));
    await call(deleteComment, { id, commentId: one.id });
    await expect(bobs(readThread, { id, commentId: one.id })).rejects.toMatchObject(missing);
  });

  test('replies to the first comment of a thread only', async () => {
    const { id, call, ada } = await scene();
    const thread = await createComment(call, id, 'thread');
    const reply = await createComment(call, id, { text: 'reply', parentId: thread.id });
    expect(reply.can).toMatchObject({ reply: false, resolve: false });
    await expect(createComment(call, id, { text: 'x', parentId: reply.id })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'parentId',
    });
    await expect(createComment(call, id, { text: 'x', parentId: randomUUID() })).rejects.toMatchObject(
      missing,
    );
    const elsewhere = await world.build.snapshot(ada);
    await expect(createComment(call, elsewhere, { text: 'x', parentId: thread.id })).rejects.toMatchObject(
      missing,
    );
    expect(await commentsSeenBy(call, id)).toHaveLength(2);
    expect(await commentsSeenBy(call, elsewhere)).toEqual([]);
  });

  test.each([
    ['', 'Please write something first'],
    [' \n\t ', 'Please write something first'],
    ['x'.repeat(5001), 'A comment can have at most 5000 characters'],
  ])('is rejected when it is empty or too long', async (text, message) => {
    const { id, call } = await scene();
    await expect(createComment(call, id, text)).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'text',
      message,
    });
    expect(await commentsSeenBy(call, id)).toEqual([]);
  });

  test('sent again with its id is stored once, also simultaneously', async () => {
    const { ada, id, call, bobs } = await scene();
    const sent = { id: randomUUID(), text: 'once', elementSelector: '#a', elementX: 1, elementY: 2 };
    const answers = await Promise.all(Array.from({ length: 8 }, () => createComment(call, id, sent)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await createComment(call, id, { ...sent, text: 'changed' })).toEqual(answers[0]);
    expect(await commentsSeenBy(call, id)).toEqual([answers[0]]);
    expect(await countOf(ada, id)).toBe(1);

    // The id is unused, on any snapshot.
    const taken = { status: 409, code: 'conflict', field: 'id' };
    await expect(createComment(bobs, id, sent)).rejects.toMatchObject(taken);
    await expect(createComment(call, await world.build.snapshot(ada), sent)).rejects.toMatchObject(taken);
    expect(await commentsSeenBy(bobs, id)).toHaveLength(1);
  });

  test('gets a pin number of its own, by a selector or a point, also simultaneously', async () => {
    const { id, call } = await scene();
    const pins = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        createComment(call, id, {
          text: `pin ${at}`,
          elementSelector: `#p${at}`,
          elementX: at,
          elementY: 2.25,
        }),
      ),
    );
    expect(pins.map(({ pinNumber }) => pinNumber).toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(pins[3]).toMatchObject({
      elementSelector: '#p3',
      elementCoordinates: { x: 3, y: 2.25 },
      pinnedElement: { selector: '#p3', coordinates: { x: 3, y: 2.25 } },
      locator: null,
    });
    await createComment(call, id, 'about all of it');
    expect(await createComment(call, id, { text: 'a point', elementX: 7, elementY: 8 })).toMatchObject({
      pinNumber: 7,
      elementCoordinates: { x: 7, y: 8 },
      pinnedElement: null,
    });
    // A number is never reused.
    const last = await createComment(call, id, { text: 'gone', elementSelector: 'a' });
    await call(deleteComment, { id, commentId: last.id });
    expect(await createComment(call, id, { text: 'next', elementSelector: 'a' })).toMatchObject({
      pinNumber: 9,
    });
  });

  test('refers to an existing version', async () => {
    const { id, call } = await scene();
    await expect(createComment(call, id, { text: 'x', version: 2 })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'version',
    });
    expect(await createComment(call, id, { text: 'x', version: 1 })).toMatchObject({ version: 1 });
  });

  test('keeps hostile text as text', async () => {
    const { id, call } = await scene();
    const text = `<img src=x onerror=alert(1)> [a](javascript:alert(1)) "'\`\${1} \u202e {{x}}`;
    expect(await createComment(call, id, text)).toMatchObject({ text });
    expect(await createComment(call, id, 'nul \u0000')).toMatchObject({ text: 'nul' });
    await expect(createComment(call, id, { text: 'x', authorName: 'a\nb' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('editing, resolving and deleting', () => {
  test('the author may edit and delete, the owner may delete', async () => {
    const { ada, id, call, bobs } = await scene();
    const { id: commentId } = await createComment(bobs, id, 'first');
    await expect(call(updateComment, { id, commentId, text: 'mine' })).rejects.toMatchObject(forbidden);
    const edited = (await bobs(updateComment, { id, commentId, text: 'second' })).comment;
    expect(edited).toMatchObject({ text: 'second', editedAt: expect.any(Number) as number });
    // An unchanged text is not an edit.
    expect((await bobs(updateComment, { id, commentId, text: 'second' })).comment).toEqual(edited);

    const stranger = world.as(await world.build.user());
    const before = await commentsSeenBy(call, id);
    await expect(stranger(deleteComment, { id, commentId })).rejects.toMatchObject(forbidden);
    await expect(stranger(updateComment, { id, commentId, text: 'x' })).rejects.toMatchObject(forbidden);
    expect(await commentsSeenBy(call, id)).toEqual(before);

    await createComment(bobs, id, { text: 'reply', parentId: commentId });
    expect(await countOf(ada, id)).toBe(2);
    expect((await call(getSummary, {})).quickStats.comments).toBe(2);
    await call(deleteComment, { id, commentId });
    await expect(call(deleteComment, { id, commentId })).rejects.toMatchObject(missing);
    expect(await commentsSeenBy(call, id)).toEqual([]);
    expect(await countOf(ada, id)).toBe(0);
  });

  test('only the owner resolves and reopens threads, and never replies', async () => {
    const { id, call, bobs, visitor } = await scene();
    const { id: commentId } = await createComment(bobs, id, 'thread');
    const reply = await createComment(bobs, id, { text: 'reply', parentId: commentId });
    for (const other of [bobs, visitor.call]) {
      await expect(other(updateComment, { id, commentId, state: 'resolved' })).rejects.toMatchObject(
        forbidden,
      );
    }
    await expect(call(updateComment, { id, commentId: reply.id, state: 'resolved' })).rejects.toMatchObject(
      forbidden,
    );
    // Two windows resolve at once: it happens once.
    const [one, two] = await Promise.all(
      [1, 2].map(() => call(updateComment, { id, commentId, state: 'resolved' })),
    );
    expect(one).toEqual(two);
    expect(one?.comment).toMatchObject({
      state: 'resolved',
      resolved: { byName: 'Ada', version: 1, at: expect.any(Number) as number },
    });
    expect((await call(updateComment, { id, commentId, state: 'published' })).comment).toMatchObject({
      state: 'published',
      resolved: null,
    });
    expect(await commentsSeenBy(call, id)).toHaveLength(2);
  });

  test('a reply of the owner reopens a resolved thread; any other leaves it resolved, to be resolved again', async () => {
    const { id, call, bobs, visitor } = await scene();
    const { id: commentId } = await createComment(bobs, id, 'thread');
    const thread = async () => (await commentsSeenBy(bobs, id)).find((each) => each.id === commentId);
    const resolve = () => call(updateComment, { id, commentId, state: 'resolved' });
    await resolve();

    for (const other of [bobs, visitor.call]) {
      await createComment(other, id, { text: 'It is still too small', parentId: commentId });
      const before = (await thread())?.resolved?.at ?? Infinity;
      expect(before).not.toBe(Infinity);
      expect((await resolve()).comment.resolved?.at).toBeGreaterThan(before);
    }
    const settled = await thread();
    await resolve();
    expect((await thread())?.resolved).toEqual(settled?.resolved);

    const messages = await messagesDuring(world, () =>
      createComment(call, id, { text: 'You are right', parentId: commentId }),
    );
    expect(await thread()).toMatchObject({ state: 'published', resolved: null });
    expect(messages).toContainEqual(
      expect.objectContaining({
        channel: `snapshot:${id}`,
        event: { type: 'comment_updated', snapshotId: id, commentId },
      }),
    );
  });

  test('through another snapshot reaches nothing', async () => {
    const { ada, id, call } = await scene();
    const { id: commentId } = await createComment(call, id, 'mine');
    const other = await world.build.snapshot(ada);
    await expect(call(updateComment, { id: other, commentId, text: 'x' })).rejects.toMatchObject(missing);
    await expect(call(deleteComment, { id: other, commentId })).rejects.toMatchObject(missing);
    await expect(call(readThread, { id: other, commentId })).rejects.toMatchObject(missing);
    expect((await commentsSeenBy(call, id))[0]).toMatchObject({ text: 'mine' });
  });
});

describe('a visitor', () => {
  const secret = 'a secret of this browser';

  test('comments with or without a name, and is recognized by the cookie or the secret', async () => {
    const { id, call, visitor } = await scene();
    const posted = await createComment(visitor.call, id, {
      text: 'hello',
      authorName: ' Cleo ',
      anonymousUserId: secret,
    });
    expect(posted).toMatchObject({
      author: null,
      authorName: 'Cleo',
      isAnonymous: true,
      following: null,
      can: { edit: true, remove: true, resolve: false },
    });
    expect(visitor.cookies).toHaveLength(1);
    expect(visitor.cookies[0]).toMatch(/^__Host-visitor=/);
    expect((await commentsSeenBy(visitor.call, id))[0]?.can.edit).toBe(true);
    expect(await createComment(newBrowser(world).call, id, 'no name')).toMatchObject({
      authorName: 'Anonymous',
    });

    // The secret never appears in a response.
    expect(JSON.stringify(await commentsSeenBy(call, id))).not.toContain(secret);
    const stored = (await world.app.db('comments').where({ snapshot_id: id }).select('*')) as unknown[];
    expect(JSON.stringify(stored)).not.toContain(secret);

    const commentId = posted.id;
    const elsewhere = newBrowser(world).call;
    await expect(elsewhere(updateComment, { id, commentId, text: 'x' })).rejects.toMatchObject(forbidden);
    await expect(
      elsewhere(updateComment, { id, commentId, text: 'x', anonymousUserId: `${secret}!` }),
    ).rejects.toMatchObject(forbidden);
    await elsewhere(updateComment, { id, commentId, text: 'by secret', anonymousUserId: secret });
    await visitor.call(updateComment, { id, commentId, text: 'by cookie' });
    expect((await commentsSeenBy(call, id)).map(({ text }) => text)).toEqual(['no name', 'by cookie']);
    await visitor.call(deleteComment, { id, commentId });
    expect(await commentsSeenBy(call, id)).toHaveLength(1);
  });

  test('with any characters in the secret gets a safe cookie', async () => {
    const { id, visitor } = await scene();
    await createComment(visitor.call, id, { text: 'x', anonymousUserId: 'a; Path=/evil\r\nX: y ü' });
    expect(visitor.cookies[0]).toMatch(/^__Host-visitor=[\w-]+$/);
    expect((await commentsSeenBy(visitor.call, id))[0]?.can.edit).toBe(true);
  });

  test('who signs in keeps earlier comments', async () => {
    const { bob, id, visitor } = await scene();
    const { id: commentId } = await createComment(visitor.call, id, {
      text: 'before',
      anonymousUserId: secret,
    });
    await world.as(bob)(updateComment, { id, commentId, text: 'after', anonymousUserId: secret });
    await expect(world.as(bob)(updateComment, { id, commentId, text: 'x' })).rejects.toMatchObject(forbidden);
  });

  test('cannot comment on a snapshot for users only', async () => {
    const { id, call, bobs, visitor } = await scene();
    await call(updateSnapshot, { id, commentPolicy: 'members' });
    expect((await visitor.call(viewSnapshot, { id })).snapshot).toMatchObject({
      commentPolicy: 'members',
      canComment: false,
    });
    await expect(createComment(visitor.call, id, 'x')).rejects.toMatchObject(forbidden);
    const thread = await createComment(bobs, id, 'hello');
    await expect(createComment(visitor.call, id, { text: 'x', parentId: thread.id })).rejects.toMatchObject(
      forbidden,
    );
    expect((await commentsSeenBy(visitor.call, id))[0]?.can).toMatchObject({ edit: false, reply: false });
    await expect(bobs(updateSnapshot, { id, commentPolicy: 'open' })).rejects.toMatchObject(missing);
  });

  test('needs approval if the owner requires it, and sees the pending comment', async () => {
    const { ada, id, call, bobs, visitor } = await scene();
    await call(updateSnapshot, { id, commentPolicy: 'approval' });
    const messages = await messagesDuring(world, () => createComment(visitor.call, id, 'may I?'));
    expect(messages.map(({ channel }) => channel)).not.toContain(`snapshot:${id}`);
    expect(await countOf(ada, id)).toBe(0);
    const [mine] = await commentsSeenBy(visitor.call, id);
    expect(mine).toMatchObject({ isPending: true, can: { edit: true, reply: false, approve: false } });
    const commentId = mine?.id ?? '';
    expect(await commentsSeenBy(bobs, id)).toEqual([]);
    expect(await commentsSeenBy(newBrowser(world).call, id)).toEqual([]);
    await expect(bobs(readThread, { id, commentId })).rejects.toMatchObject(missing);
    for (const who of [call, visitor.call])
      expect((await who(readThread, { id, commentId })).comments).toMatchObject([{ text: 'may I?' }]);
    await expect(bobs(updateComment, { id, commentId, isPending: false })).rejects.toMatchObject(missing);
    await expect(visitor.call(updateComment, { id, commentId, isPending: false })).rejects.toMatchObject(
      forbidden,
    );
    await expect(createComment(bobs, id, { text: 'x', parentId: commentId })).rejects.toMatchObject(missing);
    await expect(createComment(call, id, { text: 'x', parentId: commentId })).rejects.toMatchObject({
      code: 'invalid_input',
    });

    const published = await messagesDuring(world, () =>
      call(updateComment, { id, commentId, isPending: false }),
    );
    expect(published).toContainEqual(
      expect.objectContaining({
        channel: `snapshot:${id}`,
        event: { type: 'comment_created', snapshotId: id, commentId },
      }),
    );
    expect((await commentsSeenBy(bobs, id))[0]).toMatchObject({ text: 'may I?', isPending: false });
    await expect(visitor.call(updateComment, { id, commentId, text: 'else' })).rejects.toMatchObject(
      forbidden,
    );
    expect((await commentsSeenBy(bobs, id))[0]).toMatchObject({ text: 'may I?' });
    expect(await countOf(ada, id)).toBe(1);
    // Approving twice changes nothing.
    expect(
      await messagesDuring(world, () => call(updateComment, { id, commentId, isPending: false })),
    ).toEqual([]);
    expect(await countOf(ada, id)).toBe(1);
    // Users with accounts need no approval.
    expect(await createComment(bobs, id, 'me too')).toMatchObject({ isPending: false });
  });
});

describe('an action', () => {
  test('is published to the snapshot and its owner, and only if something changes', async () => {
    const { ada, id, call, bobs } = await scene();
    const messages = await messagesDuring(world, async () => {
      const { id: commentId } = await createComment(bobs, id, 'hello');
      await bobs(updateComment, { id, commentId, text: 'hello!' });
      await bobs(updateComment, { id, commentId, text: 'hello!' });
      await call(updateComment, { id, commentId, state: 'resolved' });
      await call(deleteComment, { id, commentId });
      await expect(bobs(deleteComment, { id, commentId })).rejects.toMatchObject(missing);
    });
    const words = ['comment_created', 'comment_updated', 'comment_updated', 'comment_deleted'];
    for (const channel of [`snapshot:${id}`, `user:${ada.id}`]) {
      const events = messages.flatMap((notice) => (notice.channel === channel ? [notice] : []));
      const comments = events.filter(({ event }) => event.type.startsWith('comment_'));
      expect(comments.map(({ event }) => event.type)).toEqual(words);
      // Sequence numbers without gaps, whatever else was published in between.
      const numbers = events.map(({ seq }) => seq);
      expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
    }
  });
});

test('people known to a snapshot are listed once and without an address', async () => {
  const { id, bobs, call, visitor } = await scene();
  await createComment(bobs, id, 'one');
  await createComment(bobs, id, 'two');
  await createComment(visitor.call, id, { text: 'x', authorName: 'Cleo' });
  await createComment(visitor.call, id, 'y');
  await world.as(await world.build.user({ name: 'Dora' }))(subscribe, { id });
  const asVisitor = [
    { name: 'Ada', isOwner: true },
    { name: 'Bob', isOwner: false },
    { name: 'Cleo', isOwner: false },
  ];
  expect((await visitor.call(listPeople, { id })).people).toEqual(asVisitor);
  expect((await call(listPeople, { id })).people).toEqual([...asVisitor, { name: 'Dora', isOwner: false }]);
});
