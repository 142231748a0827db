import type { ApiError } from '@stagelink/shared/client/call';
import * as api from '@stagelink/shared/contracts/onboarding';
import { deleteSnapshot } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { createComment } from '../../testing/comments.ts';
import { stage } from '../../testing/stage.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const stateOf = async (person: Person) => (await world.as(person)(api.getOnboarding, {})).data;
const isWelcome = async (person: Person) =>
  (await world.as(person)(api.shouldShowWelcome, {})).data.shouldShow;
const put = async (person: Person, patch: Parameters<typeof change>[1]) => (await change(person, patch)).data;
const change = (person: Person, patch: Partial<Omit<api.OnboardingState, 'checklist'>>) =>
  world.as(person)(api.updateOnboarding, patch);
const report = (person: Person, about: object) =>
  world.fetch({
    method: 'POST',
    path: '/api/onboarding/tutorial',
    headers: { Authorization: `Bearer ${person.secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(about),
  });
const eventsOf = ({ id }: Person) =>
  world.app
    .db('analytics_events')
    .where({ user_id: id, event_type: 'system_event' })
    .orderBy('occurred_at')
    .pluck('event_data');

describe('a new account', () => {
  test('is welcomed until it has seen or skipped the welcome', async () => {
    const [ada, bob] = [await world.build.user(), await world.build.user()];
    expect(await stateOf(ada)).toEqual({
      hasSeenWelcome: false,
      skippedWelcome: false,
      completedTutorials: [],
      checklist: { done: [], isClosed: false },
      sampleUrl: null,
    });
    expect(await isWelcome(ada)).toBe(true);
    expect(await put(ada, { hasSeenWelcome: true })).toMatchObject({
      hasSeenWelcome: true,
      skippedWelcome: false,
    });
    expect(await isWelcome(ada)).toBe(false);
    await put(bob, { skippedWelcome: true });
    expect(await isWelcome(bob)).toBe(false);
  });

  test('keeps the fields that a change does not name', async () => {
    const ada = await world.build.user();
    await put(ada, { hasSeenWelcome: true });
    await put(ada, { completedTutorials: ['welcome'] });
    expect(await put(ada, { skippedWelcome: true })).toMatchObject({
      hasSeenWelcome: true,
      skippedWelcome: true,
      completedTutorials: ['welcome'],
    });
  });
});

describe('completed tutorials', () => {
  test('are a set: two windows lose nothing, and finishing twice counts once', async () => {
    const ada = await world.build.user();
    await Promise.all([
      put(ada, { completedTutorials: ['welcome', 'welcome'] }),
      put(ada, { completedTutorials: ['dashboard-tour'] }),
    ]);
    await put(ada, { completedTutorials: ['welcome'] });
    expect((await stateOf(ada)).completedTutorials.toSorted()).toEqual(['dashboard-tour', 'welcome']);
  });

  test('of unknown ids are rejected, and nothing is stored', async () => {
    const ada = await world.build.user();
    const unknown = put(ada, { completedTutorials: ['welcome', 'juggling' as 'welcome'] });
    await expect(unknown).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
    } satisfies Partial<ApiError>);
    expect((await stateOf(ada)).completedTutorials).toEqual([]);
  });
});

describe('a report about a tutorial', () => {
  test('is recorded; a completed one becomes part of the state', async () => {
    const ada = await world.build.user();
    for (const about of [{ action: 'started' }, { action: 'skipped', step: 2 }, { action: 'completed' }])
      expect((await report(ada, { tutorialId: 'dashboard-tour', ...about })).status).toBe(200);
    expect(await eventsOf(ada)).toEqual([
      { action: 'tutorial_started', tutorialId: 'dashboard-tour' },
      { action: 'tutorial_skipped', tutorialId: 'dashboard-tour', step: '2' },
      { action: 'tutorial_completed', tutorialId: 'dashboard-tour' },
    ]);
    expect((await stateOf(ada)).completedTutorials).toEqual(['dashboard-tour']);
  });

  test.each([
    ['an unknown tutorial', { tutorialId: 'juggling', action: 'started' }, 'No tutorial has this id.'],
    ['an unknown action', { tutorialId: 'welcome', action: 'abandoned' }, '“action” must be one of'],
    ['a step after the last', { tutorialId: 'welcome', action: 'skipped', step: 3 }, 'has no such step'],
    ['a step before the first', { tutorialId: 'welcome', action: 'skipped', step: -1 }, 'must be 0 or more'],
    ['half a step', { tutorialId: 'welcome', action: 'skipped', step: 0.5 }, 'must be a whole number'],
    ['a step when not skipped', { tutorialId: 'welcome', action: 'completed', step: 1 }, '“skipped” only'],
  ])('with %s is rejected in a sentence', async (_, about, sentence) => {
    const ada = await world.build.user();
    const { status, body } = await report(ada, about);
    expect(status).toBe(400);
    expect((JSON.parse(body.toString()) as { message: string }).message).toContain(sentence);
    expect(await eventsOf(ada)).toEqual([]);
    expect((await stateOf(ada)).completedTutorials).toEqual([]);
  });
});

describe('the checklist', () => {
  const done = async (person: Person) => (await stateOf(person)).checklist.done;

  test('ticks what the account has done, and not what others did', async () => {
    const [ada, bob] = [await world.build.user(), await world.build.user()];
    const { snapshot } = await stage(world, ada, { 'index.html': 'One' }, { password: null });
    expect(await done(ada)).toEqual(['stage']);
    await createComment(world.as(bob), snapshot.id, { text: 'Nice' });
    expect(await done(ada)).toEqual(['stage']);
    expect(await done(bob)).toEqual(['comment']);
    await createComment(world.as(ada), snapshot.id, { text: 'Thanks' });
    await world.app.db('snapshots').where({ id: snapshot.id }).update({ view_count: 1 });
    await stage(world, ada, { 'index.html': 'Two' }, { snapshotId: snapshot.id });
    expect((await done(ada)).toSorted()).toEqual(['comment', 'restage', 'share', 'stage']);
  });

  test('counts an invited reviewer as shared', async () => {
    const ada = await world.build.user();
    await world.build.review(await world.build.snapshot(ada));
    expect((await done(ada)).toSorted()).toEqual(['share', 'stage']);
  });

  test('keeps what was done after its snapshot is deleted', async () => {
    const ada = await world.build.user();
    const { snapshot } = await stage(world, ada, { 'index.html': 'One' });
    expect(await done(ada)).toEqual(['stage']);
    await world.as(ada)(deleteSnapshot, { id: snapshot.id });
    expect(await done(ada)).toEqual(['stage']);
  });

  test('stays closed', async () => {
    const ada = await world.build.user();
    await world.as(ada)(api.updateOnboarding, { checklistClosed: true });
    await stage(world, ada, { 'index.html': 'One' });
    expect((await stateOf(ada)).checklist).toEqual({ done: [], isClosed: true });
  });
});
