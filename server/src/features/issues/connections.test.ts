import { listComments } from '@stagelink/shared/contracts/comments';
import * as api from '@stagelink/shared/contracts/issues';
import { updateComment } from '@stagelink/shared/contracts/comments';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { createComment } from '../../testing/comments.ts';
import { type GithubStandIn, openGithub, REPOSITORY } from '../../testing/github/standIn.ts';
import { linearError, type LinearStandIn, openLinear } from '../../testing/linear.ts';
import { messagesTo } from '../../testing/liveMessages.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { readIssueStates } from './states.ts';

let world: World;
let github: GithubStandIn;
let linear: LinearStandIn;
beforeAll(async () => {
  [github, linear] = await Promise.all([openGithub(), openLinear()]);
  world = await createWorld({ githubApiUrl: github.url, linearApiUrl: linear.url });
});
afterAll(async () => {
  await world.close();
  await github.close();
  linear.close();
});
beforeEach(() => {
  github.trouble = () => null;
  github.tokens.set('ghp_ada', { login: 'ada', canWrite: true });
  linear.trouble = null;
  linear.keys.add('lin_api_ada');
  linear.teams = [{ id: 'team-1', name: 'Shop' }];
});

const HOUR_MS = 3_600_000;
const TOKENS = { github: 'ghp_ada', linear: 'lin_api_ada' } as const;
const ISSUE = { title: 'Too small', body: 'Eve wrote: Too small' };

/** Ada with a token, and a thread on her snapshot. */
async function scene(tracker: api.ConnectedTracker) {
  const ada = await world.build.user();
  const id = await world.build.snapshot(ada);
  const { id: commentId } = await createComment(world.as(null), id, 'Too small');
  await world.as(ada)(api.setIssueTrackers, { githubRepository: REPOSITORY, jiraUrl: null });
  await world.as(ada)(api.connectIssueTracker, { tracker, token: TOKENS[tracker] });
  const create = () => world.as(ada)(api.createIssue, { id, commentId, tracker, ...ISSUE });
  const thread = async () =>
    (await world.as(ada)(listComments, { id })).comments.find((each) => each.id === commentId);
  return { ada, id, commentId, create, thread };
}

const trackersOf = async (person: Person) => (await world.as(person)(api.getIssueTrackers, {})).trackers;

/** Reads the states that are due after so many hours. */
const readAfter = (hours: number) => readIssueStates(world.app, new Date(Date.now() + hours * HOUR_MS));

describe.each(['github', 'linear'] as const)('with a token of %s', (tracker) => {
  test('an issue is made, and linked to its thread', async () => {
    const { create, thread } = await scene(tracker);
    const { comment } = await create();
    const url = { github: /^https:\/\/github\.com\/acme\/shop\/issues\/\d+$/, linear: /\/issue\/SHOP-\d+/ }[
      tracker
    ];
    expect(comment.issueUrl).toMatch(url);
    expect((await thread())?.issueUrl).toBe(comment.issueUrl);
    const made = { github: github.issues, linear: linear.issues }[tracker].at(-1);
    expect(made).toMatchObject({ title: ISSUE.title });
    expect([...github.faults, ...linear.faults]).toEqual([]);
    await expect(create()).rejects.toMatchObject({
      status: 409,
      message: 'This thread has an issue already.',
    });
  });

  test('two requests at once make one issue', async () => {
    const { create, thread } = await scene(tracker);
    const made = () => ({ github: github.issues, linear: linear.issues })[tracker].length;
    const before = made();
    const results = await Promise.allSettled([create(), create()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } });
    expect(made()).toBe(before + 1);
    expect((await thread())?.issueUrl).not.toBeNull();
  });

  test('no issue is made of a reply', async () => {
    const { ada, id, commentId } = await scene(tracker);
    const { id: reply } = await createComment(world.as(ada), id, { text: 'Larger now', parentId: commentId });
    const before = github.issues.length + linear.issues.length;
    const making = world.as(ada)(api.createIssue, { id, commentId: reply, tracker, ...ISSUE });
    await expect(making).rejects.toMatchObject({ status: 404 });
    expect(github.issues.length + linear.issues.length).toBe(before);
  });

  test('the token is stored sealed and is never returned', async () => {
    const { ada } = await scene(tracker);
    expect(JSON.stringify(await trackersOf(ada))).not.toContain(TOKENS[tracker]);
    const rows = await world.app.db('tracker_connections').where({ user_id: ada.id });
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(TOKENS[tracker]).toString('hex'));
    await world.as(ada)(api.disconnectIssueTracker, { tracker });
    expect((await trackersOf(ada)).connections).toEqual([]);
  });

  test('a token that does not count is refused, and the earlier one stays', async () => {
    const { ada, create } = await scene(tracker);
    await expect(world.as(ada)(api.connectIssueTracker, { tracker, token: 'other' })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'token',
    });
    expect((await create()).comment.issueUrl).not.toBeNull();
  });

  test('that does not count any more the settings say so until another is entered', async () => {
    const { ada, create } = await scene(tracker);
    github.tokens.delete('ghp_ada');
    linear.keys.delete('lin_api_ada');
    const name = { github: 'GitHub', linear: 'Linear' }[tracker];
    const message = `${name} does not accept the token. Enter a new one in the settings.`;
    await expect(create()).rejects.toMatchObject({ status: 409, message });
    expect((await trackersOf(ada)).connections).toMatchObject([{ tracker, problem: message }]);
    github.tokens.set('ghp_ada', { login: 'ada', canWrite: true });
    linear.keys.add('lin_api_ada');
    await world.as(ada)(api.connectIssueTracker, { tracker, token: TOKENS[tracker] });
    expect((await trackersOf(ada)).connections).toMatchObject([{ problem: null }]);
  });

  test('a closed issue is seen within the hour, live by the owner alone, and resolves nothing', async () => {
    const { ada, commentId, create, thread } = await scene(tracker);
    await create();
    await readAfter(1);
    expect((await thread())?.isIssueClosed).toBe(false);
    const [issue, task] = [github.issues.at(-1), linear.issues.at(-1)];
    if (tracker === 'github' && issue) issue.state = 'closed';
    if (tracker === 'linear' && task) task.state = 'completed';
    const messages = await messagesTo(world, ada, async () => void (await readAfter(2)));
    expect(messages).toContainEqual(expect.objectContaining({ type: 'comment_updated', commentId }));
    expect(await thread()).toMatchObject({ isIssueClosed: true, resolved: null });
    const { id, snapshotId } = (await thread()) ?? { id: '', snapshotId: '' };
    const seen = (await world.as(null)(listComments, { id: snapshotId })).comments;
    expect(seen.find((each) => each.id === id)?.isIssueClosed).toBe(false);
  });
});

describe('states', () => {
  test('are read once an hour, and not again of what is unchanged', async () => {
    const { create } = await scene('github');
    await create();
    await readAfter(1);
    const [reads, unchanged] = [github.requests.length, github.unchanged];
    await readAfter(0);
    expect(github.requests.length).toBe(reads);
    await readAfter(2.5);
    expect(github.unchanged).toBeGreaterThan(unchanged);
  });

  test('are not read of resolved threads', async () => {
    const { ada, id, commentId, create } = await scene('github');
    await create();
    await world.as(ada)(updateComment, { id, commentId, state: 'resolved' });
    github.trouble = () => ({ status: 401, body: '{}' });
    await readAfter(1);
    expect((await trackersOf(ada)).connections).toMatchObject([{ problem: null }]);
  });

  test('of one issue that is gone do not keep the next from being read', async () => {
    const { ada, id, create, thread } = await scene('github');
    const { id: other } = await createComment(world.as(null), id, 'Gone');
    const url = `https://github.com/${REPOSITORY}/issues/4040`;
    await world.as(ada)(api.linkIssue, { id, commentId: other, url });
    await create();
    const issue = github.issues.at(-1);
    if (issue) issue.state = 'closed';
    await readAfter(1);
    expect((await thread())?.isIssueClosed).toBe(true);
  });

  test('are read until the tracker takes no more', async () => {
    const { ada, id, create } = await scene('github');
    await create();
    const { id: other } = await createComment(world.as(null), id, 'Second');
    await world.as(ada)(api.createIssue, { id, commentId: other, tracker: 'github', ...ISSUE });
    let reads = 0;
    github.trouble = ({ id: operation }) => {
      if (operation === 'issues/get') reads += 1;
      return { status: 429, headers: { 'retry-after': '60' }, body: '{}' };
    };
    await world.app
      .db('thread_issues')
      .whereNotIn('comment_id', world.app.db('comments').where({ snapshot_id: id }).select('id'))
      .delete();
    await readAfter(1);
    expect(reads).toBe(1);
  });
});

describe('GitHub that answers', () => {
  const json = (status: number, body: object, headers: Record<string, string> = {}) => ({
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  test.each([
    [
      '403',
      json(403, { message: 'Resource not accessible' }),
      409,
      'The token may not write issues in acme/shop.',
    ],
    [
      '403 without requests left',
      json(403, { message: 'rate limit' }, { 'x-ratelimit-remaining': '0' }),
      503,
      'GitHub takes no more requests for now. Please try again later.',
    ],
    ['404', json(404, {}), 409, 'GitHub shows the token no such issue or repository in acme/shop.'],
    ['410', json(410, {}), 409, 'acme/shop has no issues, or this one was deleted.'],
    ['422', json(422, { message: 'Validation Failed' }), 409, 'GitHub refused: Validation Failed'],
    [
      '429',
      json(429, {}, { 'retry-after': '30' }),
      503,
      'GitHub takes no more requests for now. Please try again later.',
    ],
    ['500', json(500, {}), 503, 'GitHub did not answer as expected. Please try again later.'],
    [
      'a page',
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Unicorn!</h1>' },
      503,
      'GitHub did not answer as expected. Please try again later.',
    ],
  ])('%s says one clear sentence, and links nothing', async (_what, answer, status, message) => {
    const { create, thread } = await scene('github');
    github.trouble = ({ id }) => (id === 'issues/create' ? answer : null);
    await expect(create()).rejects.toMatchObject({ status, message });
    expect((await thread())?.issueUrl).toBeNull();
  });
});

describe('Linear that answers', () => {
  test.each([
    ['403', { status: 403, body: '{}' }, 409, 'The key may not do that in Linear.'],
    ['404', { status: 404, body: '{}' }, 409, 'Linear has no such issue.'],
    ['410', { status: 410, body: '{}' }, 409, 'Linear has no such issue.'],
    ['a refusal', linearError(400, 'INPUT_ERROR', 'No title'), 409, 'Linear refused: No title'],
    [
      'too many requests',
      linearError(400, 'RATELIMITED', 'Rate limit exceeded'),
      503,
      'Linear takes no more requests for now. Please try again later.',
    ],
    [
      '429',
      { status: 429, headers: { 'retry-after': '5' }, body: '' },
      503,
      'Linear takes no more requests for now. Please try again later.',
    ],
    ['500', { status: 500, body: '' }, 503, 'Linear did not answer as expected. Please try again later.'],
    [
      'a page',
      { status: 200, body: '<h1>Oops</h1>' },
      503,
      'Linear did not answer as expected. Please try again later.',
    ],
  ])('%s says one clear sentence, and links nothing', async (_what, answer, status, message) => {
    const { create, thread } = await scene('linear');
    linear.trouble = answer;
    await expect(create()).rejects.toMatchObject({ status, message });
    linear.trouble = null;
    expect((await thread())?.issueUrl).toBeNull();
  });

  test('several teams waits for a choice', async () => {
    linear.teams = [
      { id: 'team-1', name: 'Shop' },
      { id: 'team-2', name: 'Site' },
    ];
    const { ada, create } = await scene('linear');
    await expect(create()).rejects.toMatchObject({ message: 'Choose a team in the settings first.' });
    const { teams } = await world.as(ada)(api.listIssueTeams, {});
    expect(teams).toEqual(linear.teams);
    await world.as(ada)(api.setIssueTeam, { team: { id: 'team-2', name: 'Site' } });
    await create();
    expect(linear.issues.at(-1)).toMatchObject({ teamId: 'team-2' });
  });
});

test('without a token, and for a tracker that is not reachable, it says so', async () => {
  const { ada, id, commentId } = await scene('github');
  const linearIssue = { id, commentId, tracker: 'linear', ...ISSUE } as const;
  await expect(world.as(ada)(api.createIssue, linearIssue)).rejects.toMatchObject({
    status: 409,
    message: 'Enter a token of Linear in the settings first.',
  });
  world.app.config.linearApiUrl = 'http://127.0.0.1:9';
  await expect(
    world.as(ada)(api.connectIssueTracker, { tracker: 'linear', token: 'x' }),
  ).rejects.toMatchObject({ message: 'Linear could not be reached. Please try again later.' });
  world.app.config.linearApiUrl = linear.url;
});
