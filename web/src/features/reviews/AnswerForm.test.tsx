import type { Review } from '@stagelink/shared/contracts/reviews';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { serve } from '../../testing/server.ts';
import { AnswerForm } from './AnswerForm.tsx';

const SNAPSHOT = 'k3q9x7m2a1b4';
const REVIEW: Review = {
  id: '01938c3e-0000-7000-8000-0000000000bb',
  status: 'pending',
  requestedAt: '2026-11-14T09:30:00.000Z',
  deadline: null,
  notes: '',
  reviewers: [],
  can: { submit: true, cancel: false, close: false, removeReviewers: false },
};

function form(version: number, { seen = version, isKept = false } = {}) {
  return (
    <AnswerForm
      snapshotId={SNAPSHOT}
      review={REVIEW}
      version={version}
      seen={seen}
      isKept={isKept}
      onDone={() => undefined}
      onFailed={() => undefined}
    />
  );
}

afterEach(() => localStorage.clear());

const SUBMIT = 'POST /api/reviews/:id/submit';
const refuse = () => serve({ [SUBMIT]: () => refusal(503, 'unavailable', 'Not now.') });

async function approve(requests: ReturnType<typeof refuse>): Promise<unknown> {
  const before = requests[SUBMIT]?.length ?? 0;
  await userEvent.type(screen.getByRole('textbox', { name: 'Feedback' }), 'Good');
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(requests[SUBMIT]?.length).toBe(before + 1));
  return requests[SUBMIT]?.at(-1)?.input.version;
}

test('looking at an older version changes nothing about which version is approved', async () => {
  const requests = refuse();
  const { rerender } = render(form(3));
  rerender(form(3, { seen: 1 }));
  expect(screen.getByText('You are looking at version 1. Your review is for version 3.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /instead/ })).toBeNull();
  expect(await approve(requests)).toBe(3);
});

test('opened beside an older version, it is for the version of the link and says so', async () => {
  const requests = refuse();
  render(form(3, { seen: 1 }));
  expect(screen.getByText('You are looking at version 1. Your review is for version 3.')).toBeTruthy();
  expect(await approve(requests)).toBe(3);
});

test('of a page that the browser keeps, the version that was seen is approved', async () => {
  const requests = refuse();
  const { rerender } = render(form(3));
  rerender(form(3, { seen: 1, isKept: true }));
  expect(screen.getByText('This page comes from version 1. Your review is for version 1.')).toBeTruthy();
  expect(await approve(requests)).toBe(1);
});

test('an approval names the version that was reviewed, and a newer one only when asked to', async () => {
  const requests = refuse();
  const versions = () => requests[SUBMIT]?.map(({ input }) => input.version);
  const { rerender } = render(form(2));
  await userEvent.type(screen.getByRole('textbox', { name: 'Feedback' }), 'Good');
  rerender(form(3));
  expect(screen.getByText(/The link now shows version 3/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(versions()).toEqual([2]));

  await userEvent.click(screen.getByRole('button', { name: 'Review version 3 instead' }));
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(versions()).toEqual([2, 3]));
  expect(screen.queryByText(/now shows version/)).toBeNull();
});
