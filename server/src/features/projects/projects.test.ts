import { randomUUID } from 'node:crypto';
import type { ApiError } from '@stagelink/shared/client/call';
import { startBulkChange } from '@stagelink/shared/contracts/bulkChanges';
import { PROJECT_COLORS, PROJECTS_MAX } from '@stagelink/shared/contracts/limits';
import {
  createProject,
  deleteProject,
  getProjectOverview,
  listProjects,
  orderProjects,
  updateProject,
} from '@stagelink/shared/contracts/projects';
import type { Project } from '@stagelink/shared/contracts/project';
import { requestReview } from '@stagelink/shared/contracts/reviews';
import { getSnapshot, updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { createSnapshot } from '@stagelink/shared/contracts/staging';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createComment } from '../../testing/comments.ts';
import { messagesTo } from '../../testing/liveMessages.ts';
import { newBrowser } from '../../testing/reviewer.ts';
import { manifestOf, stage } from '../../testing/stage.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const someone = () => world.build.user();
const named = async (owner: Person, name: string) => (await world.as(owner)(createProject, { name })).project;
const projectsOf = async (owner: Person) => (await world.as(owner)(listProjects, {})).projects;
const names = (projects: Project[]) => projects.map(({ name }) => name);
const archive = (owner: Person, id: string) => world.as(owner)(updateProject, { id, isArchived: true });
const moveMany = (person: Person, ids: string[], projectId: string) =>
  world.as(person)(startBulkChange, { snapshots: { ids }, action: { type: 'move', projectId } });
const moveTo = (owner: Person, id: string, projectId: string | null) =>
  world.as(owner)(updateSnapshot, { id, projectId });

const wordsOn = async (person: Person, doing: () => Promise<unknown>) =>
  (await messagesTo(world, person, doing)).map(({ type }) => type);

describe('the overview of a project', () => {
  const overviewFor = async (person: Person, id: string) =>
    (await world.as(person)(getProjectOverview, { id })).overview;

  test('counts its snapshots and names the people around them, latest first', async () => {
    const [ada, bob] = [
      await world.build.user({ name: 'Ada', isVerified: true }),
      await world.build.user({ name: 'Bob' }),
    ];
    const { id } = await named(ada, 'Shop');
    const other = await world.build.snapshot(ada);
    const one = await world.build.snapshot(ada, { projectId: id });
    await world.build.snapshot(ada, { projectId: id, daysLeft: -1 });
    await createComment(world.as(bob), one, 'Larger');
    await createComment(world.as(ada), one, 'How?');
    await createComment(newBrowser(world).call, one, 'No name');
    await createComment(newBrowser(world).call, one, { text: 'Hm', authorName: 'Vera' });
    await createComment(newBrowser(world).call, other, { text: 'Hm', authorName: 'Elsewhere' });
    const reviewers = [{ userName: 'Cem', userEmail: `cem-${one}@example.com` }];
    await world.as(ada)(requestReview, { id: one, reviewers });

    const { lastActivityAt, ...facts } = await overviewFor(ada, id);
    expect(facts).toEqual({
      active: 1,
      expired: 1,
      people: ['Cem', 'Vera', 'Bob'],
      peopleCount: 3,
      picture: null,
    });
    expect(Date.parse(lastActivityAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test('of an empty one is empty, and another user cannot read it', async () => {
    const [ada, bob] = [await someone(), await someone()];
    const { id } = await named(ada, 'Shop');
    expect(await overviewFor(ada, id)).toEqual({
      active: 0,
      expired: 0,
      lastActivityAt: null,
      people: [],
      peopleCount: 0,
      picture: null,
    });
    await expect(overviewFor(bob, id)).rejects.toMatchObject({ status: 404 });
  });
});

describe('your projects', () => {
  test('come in the order of creation, with colors, for their owner only', async () => {
    const [ada, bob] = [await someone(), await someone()];
    await named(ada, ' Shop ');
    await world.as(ada)(createProject, { name: 'Blog', color: PROJECT_COLORS[2] });
    expect(await projectsOf(ada)).toMatchObject([
      { name: 'Shop', color: PROJECT_COLORS[0], isArchived: false, snapshotCount: 0 },
      { name: 'Blog', color: PROJECT_COLORS[2] },
    ]);
    expect(await projectsOf(bob)).toEqual([]);
  });

  test('count their snapshots, expired ones too, and those without a project', async () => {
    const ada = await someone();
    const { id: projectId } = await named(ada, 'Shop');
    await world.build.snapshot(ada, { projectId });
    await world.build.snapshot(ada, { projectId, daysLeft: -1 });
    await world.build.snapshot(ada);
    await world.build.snapshot(await someone());
    expect(await world.as(ada)(listProjects, {})).toMatchObject({
      projects: [{ snapshotCount: 2 }],
      withoutProject: 1,
    });
  });

  test.each([
    ['no name', { name: '  ' }],
    ['a colour of one’s own', { name: 'x', color: '#000000' as '#4F46E5' }],
    ['an owner', { name: 'x', ownerId: randomUUID() }],
  ])('cannot be created with %s', async (_case, about) => {
    await expect(world.as(await someone())(createProject, about)).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  test('have a maximum number, also when two are created at once', async () => {
    const ada = await someone();
    await world.app.db('projects').insert(
      Array.from({ length: PROJECTS_MAX - 1 }, () => ({
        id: randomUUID(),
        owner_id: ada.id,
        name: 'x',
        color: PROJECT_COLORS[0],
      })),
    );
    const made = await Promise.allSettled([named(ada, 'a'), named(ada, 'b')]);
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(named(ada, 'c')).rejects.toMatchObject({ code: 'conflict' });
    expect(await projectsOf(ada)).toHaveLength(PROJECTS_MAX);
  });
});

describe('changing a project', () => {
  test('changes the named fields only', async () => {
    const ada = await someone();
    const before = await named(ada, 'Shop');
    const { project } = await world.as(ada)(updateProject, { id: before.id, name: 'Store' });
    expect(project).toEqual({ ...before, name: 'Store' });
    const { project: blue } = await world.as(ada)(updateProject, { id: before.id, color: '#3B82F6' });
    expect(blue).toEqual({ ...project, color: '#3B82F6' });
    expect(await world.as(ada)(updateProject, { id: before.id })).toEqual({ project: blue });
  });

  test('archives and unarchives it with its snapshots', async () => {
    const ada = await someone();
    const { id } = await named(ada, 'Shop');
    const snapshotId = await world.build.snapshot(ada, { projectId: id });
    expect((await archive(ada, id)).project).toMatchObject({ isArchived: true, snapshotCount: 1 });
    expect(await projectsOf(ada)).toMatchObject([{ id, isArchived: true }]);
    const { project } = await world.as(ada)(updateProject, { id, isArchived: false });
    expect(project).toMatchObject({ isArchived: false, snapshotCount: 1 });
    expect((await world.as(ada)(getSnapshot, { id: snapshotId })).snapshot.projectId).toBe(id);
  });

  test('reorders them; an unnamed one comes last', async () => {
    const ada = await someone();
    const made: Project[] = [];
    for (const name of ['a', 'b', 'c', 'd']) made.push(await named(ada, name));
    const [a, b, c, d] = made.map(({ id }) => id) as [string, string, string, string];
    await world.as(ada)(orderProjects, { ids: [c, a, d, b] });
    expect(names(await projectsOf(ada))).toEqual(['c', 'a', 'd', 'b']);
    await world.as(ada)(orderProjects, { ids: [d, d] });
    expect(names(await projectsOf(ada))).toEqual(['d', 'c', 'a', 'b']);
    await named(ada, 'e');
    expect(names(await projectsOf(ada))).toEqual(['d', 'c', 'a', 'b', 'e']);
  });

  test('of another owner gets not found and changes nothing', async () => {
    const [ada, bob] = [await someone(), await someone()];
    const [mine, other] = [await named(ada, 'a'), await named(ada, 'b')];
    const own = await named(bob, 'own');
    for (const call of [
      () => world.as(bob)(updateProject, { id: mine.id, name: 'x' }),
      () => world.as(bob)(deleteProject, { id: mine.id }),
      () => world.as(bob)(orderProjects, { ids: [other.id, own.id, mine.id] }),
      async () => moveTo(bob, await world.build.snapshot(bob), mine.id),
      () =>
        world.as(bob)(createSnapshot, {
          source: { client: 'cli' },
          projectId: mine.id,
          files: manifestOf({ 'index.html': 'x' }),
        }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await projectsOf(ada)).toEqual([mine, other]);
  });
});

describe('deleting a project', () => {
  test('works once it is empty, and says what prevents it before', async () => {
    const ada = await someone();
    const { id } = await named(ada, 'Shop');
    const [fresh, stale] = [
      await world.build.snapshot(ada, { projectId: id }),
      await world.build.snapshot(ada, { projectId: id, daysLeft: -3 }),
    ];
    const refused = (message: string) =>
      expect(world.as(ada)(deleteProject, { id })).rejects.toMatchObject({
        code: 'conflict',
        status: 409,
        message,
      });
    await refused('This project still has 2 snapshots. Move or delete them first.');
    await moveTo(ada, fresh, null);
    await refused('This project still has a snapshot. Move or delete it first.');
    await moveTo(ada, stale, null);
    expect(await world.as(ada)(deleteProject, { id })).toEqual({ ok: true });
    expect(await projectsOf(ada)).toEqual([]);
    await expect(world.as(ada)(deleteProject, { id })).rejects.toMatchObject({ status: 404 });
  });

  test('while a snapshot is moved into it rejects either the deletion or the move', async () => {
    const ada = await someone();
    for (let round = 0; round < 20; round += 1) {
      const { id: projectId } = await named(ada, 'Shop');
      const ids = [await world.build.snapshot(ada), await world.build.snapshot(ada)] as const;
      const ends = await Promise.allSettled([
        world.as(ada)(deleteProject, { id: projectId }),
        moveTo(ada, ids[0], projectId),
        moveMany(ada, [ids[1]], projectId),
      ]);
      const outcomes = ends.map((end) =>
        end.status === 'fulfilled' ? 'done' : (end.reason as ApiError).code,
      );
      expect([
        ['done', 'not_found', 'not_found'],
        ['conflict', 'done', 'done'],
      ]).toContainEqual(outcomes);
      for (const id of ids) {
        const { snapshot } = await world.as(ada)(getSnapshot, { id });
        expect(snapshot.projectId).toBe(outcomes[0] === 'done' ? null : projectId);
      }
    }
  });
});

describe('an archived project', () => {
  test('accepts no snapshot, by moving or by staging, and keeps its own', async () => {
    const ada = await someone();
    const { id: projectId } = await named(ada, 'Old');
    const inside = (await stage(world, ada, { 'index.html': 'in' }, { projectId })).snapshot;
    const outside = await world.build.snapshot(ada);
    await archive(ada, projectId);
    for (const call of [
      () => moveTo(ada, outside, projectId),
      () => moveMany(ada, [outside], projectId),
      () => stage(world, ada, { 'index.html': 'new' }, { projectId }),
    ]) {
      await expect(call()).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('archived'),
      });
    }
    // Naming the current project is not a move.
    expect((await moveTo(ada, inside.id, projectId)).snapshot.projectId).toBe(projectId);
    const restaged = await stage(world, ada, { 'index.html': '2' }, { snapshotId: inside.id, projectId });
    expect(restaged.snapshot).toMatchObject({ projectId, version: 2 });
  });
});

test('changes of a project have their own live messages', async () => {
  const ada = await someone();
  let id = '';
  expect(await wordsOn(ada, async () => ({ id } = await named(ada, 'Shop')))).toEqual(['project_created']);
  expect(await wordsOn(ada, () => world.as(ada)(updateProject, { id, name: 'Store' }))).toEqual([
    'project_updated',
  ]);
  expect(await wordsOn(ada, () => archive(ada, id))).toEqual(['project_archived']);
  expect(await wordsOn(ada, () => archive(ada, id))).toEqual([]);
  expect(await wordsOn(ada, () => world.as(ada)(updateProject, { id, isArchived: false }))).toEqual([
    'project_unarchived',
  ]);
  expect(await wordsOn(ada, () => world.as(ada)(orderProjects, { ids: [id] }))).toEqual(['lists_changed']);
  expect(await wordsOn(ada, () => world.as(ada)(deleteProject, { id }))).toEqual(['project_deleted']);
});
