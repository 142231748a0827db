import { TUTORIAL_STEPS } from '@stagelink/shared/contracts/onboarding';
import { ada, listOf, onboarding } from '@stagelink/shared/testing/builders';
import { type Handlers, refusal } from '@stagelink/shared/testing/fakeServer';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { serve } from '../../testing/server.ts';
import { visit } from '../../testing/visit.tsx';
import { TutorialList } from './TutorialList.tsx';
import { missingPrerequisite, TUTORIALS } from './tutorials.ts';

const data = <T,>(value: T) => ({ success: true, data: value }) as const;
const welcomed = onboarding({ completedTutorials: ['welcome'] });
const around: Handlers = {
  'GET /api/onboarding': () => data(welcomed),
  'GET /me': () => ({ user: ada }),
  'GET /api/snapshots/list': () => listOf(),
  'GET /auth/change-email': () => ({ email: null }),
  'GET /auth/sessions': () => ({ sessions: [] }),
  'GET /me/storage': () => ({ usedBytes: 0, maxBytes: 1 }),
  'GET /api/notifications/preferences': () => ({ emailFrequency: 'hourly' }),
  'GET /api/webhooks': () => ({ webhooks: [] }),
  'GET /api/issue-trackers': () => ({ trackers: { githubRepository: null, jiraUrl: null, connections: [] } }),
  'POST /api/onboarding/tutorial': () => data(welcomed),
  'PUT /api/onboarding': () => data(welcomed),
};
const SAMPLE = 'http://localhost:4600/s/sample0000000001';
const button = (name: string) => screen.findByRole('button', { name });

test('the tutorials have the steps, times and needs that were agreed', () => {
  expect(
    TUTORIALS.map(({ id, category, estimatedTime, prerequisites = [], steps }) => [
      id,
      category,
      estimatedTime,
      prerequisites,
      steps.map(({ type }) => type),
    ]),
  ).toEqual([
    ['welcome', 'getting-started', 3, [], ['modal', 'modal', 'modal']],
    ['dashboard-tour', 'getting-started', 5, ['welcome'], ['highlight', 'highlight', 'info']],
    ['comments-tutorial', 'feature-specific', 4, [], ['info', 'info', 'info']],
  ]);
  expect(Object.fromEntries(TUTORIALS.map(({ id, steps }) => [id, steps.length]))).toEqual(TUTORIAL_STEPS);
  expect(missingPrerequisite('dashboard-tour', [])?.id).toBe('welcome');
  expect(missingPrerequisite('dashboard-tour', ['welcome'])).toBeUndefined();
});

test('tutorials need their provider', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  expect(() => render(<TutorialList />)).toThrow('useTutorial must be used within a TutorialProvider');
});

test('a tour leads to its page, and a step whose element is hidden shows without it', async () => {
  const sent = serve(around);
  const person = visit('/settings');
  await person.click(await button('Start the tutorial “Dashboard tour”'));
  // jsdom has no layout, so no element is visible.
  await screen.findByRole('dialog', { name: 'Your snapshots' });
  expect(window.location.pathname).toBe('/dashboard');
  expect(sent['POST /api/onboarding/tutorial']?.[0]?.input).toEqual({
    tutorialId: 'dashboard-tour',
    action: 'started',
  });
});

test('a completed tutorial is reported and added to the others', async () => {
  const sent = serve(around);
  const person = visit('/settings');
  await person.click(await button('Start the tutorial “Comments”'));
  await person.click(await button('Next'));
  await person.click(await button('Previous'));
  expect(await screen.findByText('Step 1 of 3')).toBeDefined();
  await person.click(await button('Next'));
  await person.click(await button('Next'));
  await person.click(await button('Finish'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent['POST /api/onboarding/tutorial']?.map(({ input }) => input)).toEqual([
    { tutorialId: 'comments-tutorial', action: 'started' },
    { tutorialId: 'comments-tutorial', action: 'completed' },
  ]);
  expect(sent['PUT /api/onboarding']?.map(({ input }) => input)).toEqual([
    { completedTutorials: ['welcome', 'comments-tutorial'] },
  ]);
});

test('a tutorial of the address waits for what is completed, and adds itself to it', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  let answer: () => void = () => undefined;
  const isRead = new Promise<void>((resolve) => (answer = resolve));
  const sent = serve({
    ...around,
    'GET /api/onboarding': async () => {
      await isRead;
      return refusal(403, 'forbidden', 'Not now.');
    },
  });
  const person = visit('/settings?tutorial=comments-tutorial');
  await waitFor(() => expect(sent['GET /api/onboarding']).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  answer();
  await person.click(await button('Next'));
  await person.click(await button('Next'));
  await person.click(await button('Finish'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // What the report of its start has answered is known by then.
  expect(sent['PUT /api/onboarding']?.map(({ input }) => input)).toEqual([
    { completedTutorials: ['welcome', 'comments-tutorial'] },
  ]);
});

test('failed calls are logged, and a tutorial runs without them', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const failed = () => refusal(403, 'forbidden', 'Not now.');
  serve({
    ...around,
    'GET /api/onboarding': failed,
    'GET /api/onboarding/should-show-welcome': failed,
    'POST /api/onboarding/tutorial': failed,
    'PUT /api/onboarding': failed,
  });
  const person = visit('/settings');
  await person.click(await button('Start the tutorial “Comments”'));
  await person.click(await button('Skip'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(warn.mock.calls.length).toBeGreaterThanOrEqual(4));
  expect(warn.mock.calls[0]?.[0]).toBe('An onboarding call failed');
});

test('answering the welcome saves the answer, then makes the sample', async () => {
  const sent = serve({
    ...around,
    'GET /api/onboarding': () => data(onboarding({ checklist: { done: [], isClosed: false } })),
    'GET /api/onboarding/should-show-welcome': () => data({ shouldShow: true }),
    'PUT /api/onboarding': () => data(onboarding({ checklist: { done: [], isClosed: false } })),
    'POST /api/onboarding/sample': () => data({ sampleUrl: SAMPLE }),
  });
  const person = visit('/dashboard');
  await person.click(await button('Skip tour'));
  expect((await screen.findByRole('link', { name: 'Open the sample' })).getAttribute('href')).toBe(SAMPLE);
  expect(sent['PUT /api/onboarding']?.[0]?.input).toEqual({ skippedWelcome: true });
});

test('the welcome covers no page that has one task', async () => {
  const sent = serve({
    ...around,
    'GET /api/onboarding/should-show-welcome': () => data({ shouldShow: true }),
  });
  visit('/authorize');
  expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent['GET /api/onboarding/should-show-welcome']).toBeUndefined();
});

test('the checklist offers to make a missing sample, and says when that failed', async () => {
  let isDown = true;
  serve({
    ...around,
    'GET /api/onboarding': () => data(onboarding({ checklist: { done: ['stage'], isClosed: false } })),
    'POST /api/onboarding/sample': () =>
      isDown ? refusal(403, 'forbidden', 'Not now.') : data({ sampleUrl: SAMPLE }),
  });
  const person = visit('/dashboard');
  const make = await button('Make a sample snapshot');
  expect(screen.getByText('1 of 4 done')).toBeDefined();
  await person.click(make);
  expect(await screen.findByText(/Failed to make the sample snapshot/)).toBeDefined();
  isDown = false;
  await person.click(make);
  expect(await screen.findByRole('link', { name: 'Open the sample' })).toBeDefined();
});
