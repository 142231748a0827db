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

function form(version: number) {
  return (
    <AnswerForm
      snapshotId={SNAPSHOT}
      review={REVIEW}
      version={version}
      onDone={() => undefined}
      onFailed={() => undefined}
    />
  );
}

afterEach(() => localStorage.clear());

test('an approval names the version that was reviewed, and a newer one only when asked to', async () => {
  const submit = 'POST /api/reviews/:id/submit';
  const requests = serve({ [submit]: () => refusal(503, 'unavailable', 'Not now.') });
  const versions = () => requests[submit]?.map(({ input }) => input.version);
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
