import { randomUUID } from 'node:crypto';
import { listComments } from '@stagelink/shared/contracts/comments';
import { getIssueTrackers, linkIssue, setIssueTrackers } from '@stagelink/shared/contracts/issues';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createComment } from '../../testing/comments.ts';
import { messagesTo } from '../../testing/liveMessages.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const ISSUE = 'https://github.com/acme/shop/issues/12';

async function scene() {
  const ada = await world.build.user();
  const id = await world.build.snapshot(ada);
  const { id: commentId } = await createComment(world.as(null), id, 'Too small');
  const issueOf = async (person: Parameters<World['as']>[0]) =>
    (await world.as(person)(listComments, { id })).comments.find((each) => each.id === commentId)?.issueUrl;
  return { ada, id, commentId, issueOf };
}

describe('the issue of a thread', () => {
  test('is shown to the owner, live, and to no one else', async () => {
    const { ada, id, commentId, issueOf } = await scene();
    const messages = await messagesTo(world, ada, () =>
      world.as(ada)(linkIssue, { id, commentId, url: ISSUE }),
    );
    expect(messages).toContainEqual(expect.objectContaining({ type: 'comment_updated', commentId }));
    expect(await issueOf(ada)).toBe(ISSUE);
    expect(await issueOf(null)).toBeNull();
  });

  test('is replaced, and forgotten', async () => {
    const { ada, id, commentId, issueOf } = await scene();
    await world.as(ada)(linkIssue, { id, commentId, url: ISSUE });
    await world.as(ada)(linkIssue, { id, commentId, url: 'https://linear.app/acme/issue/LIN-12' });
    expect(await issueOf(ada)).toBe('https://linear.app/acme/issue/LIN-12');
    await world.as(ada)(linkIssue, { id, commentId, url: null });
    expect(await issueOf(ada)).toBeNull();
  });

  test.each([
    ['a script', 'javascript:alert(1)'],
    ['a name', 'acme/shop#12'],
    ['a file', 'file:///etc/passwd'],
    ['a long address', `https://x.example/${'x'.repeat(2000)}`],
  ])('is not %s', async (_what, url) => {
    const { ada, id, commentId, issueOf } = await scene();
    await expect(world.as(ada)(linkIssue, { id, commentId, url })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'url',
    });
    expect(await issueOf(ada)).toBeNull();
  });

  test('is of a thread of that snapshot only', async () => {
    const { ada, commentId, issueOf } = await scene();
    const other = await world.build.snapshot(ada);
    for (const target of [commentId, randomUUID()])
      await expect(
        world.as(ada)(linkIssue, { id: other, commentId: target, url: ISSUE }),
      ).rejects.toMatchObject({ status: 404 });
    expect(await issueOf(ada)).toBeNull();
  });
});

describe('trackers', () => {
  test('are remembered for each person', async () => {
    const [ada, bob] = [await world.build.user(), await world.build.user()];
    const forms = { githubRepository: 'acme/shop', jiraUrl: 'https://acme.example/create.jspa?pid=1' };
    const trackers = { ...forms, connections: [] };
    expect(await world.as(ada)(setIssueTrackers, forms)).toEqual({ trackers });
    expect(await world.as(ada)(getIssueTrackers, {})).toEqual({ trackers });
    const none = { githubRepository: null, jiraUrl: null };
    expect(await world.as(bob)(getIssueTrackers, {})).toEqual({ trackers: { ...none, connections: [] } });
    expect(await world.as(ada)(setIssueTrackers, none)).toEqual({ trackers: { ...none, connections: [] } });
  });

  test.each([
    ['githubRepository', 'shop'],
    ['githubRepository', 'acme/shop/issues'],
    ['githubRepository', '../x?y/z'],
    ['githubRepository', 'acme/..'],
    ['jiraUrl', 'javascript:alert(1)'],
  ])('refuse %s “%s”', async (field, value) => {
    const ada = await world.build.user();
    const input = { githubRepository: null, jiraUrl: null, [field]: value };
    await expect(world.as(ada)(setIssueTrackers, input)).rejects.toMatchObject({
      code: 'invalid_input',
      field,
    });
  });
});
