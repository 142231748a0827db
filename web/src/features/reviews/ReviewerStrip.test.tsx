import type { Review } from '@stagelink/shared/contracts/reviews';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import { serve } from '../../testing/server.ts';
import { ReviewerStrip } from './ReviewerStrip.tsx';

const ID = 'k3q9x7m2a1b4';
const REVIEW_ID = '01938c3e-0000-7000-8000-0000000000bb';
const START = 'POST /api/reviews/:id/start';

function review(status: Review['reviewers'][number]['status']): Review {
  const isAnswered = status === 'approved' || status === 'changes_requested';
  return {
    id: REVIEW_ID,
    status: isAnswered ? 'completed' : 'pending',
    requestedAt: '2026-11-14T09:30:00.000Z',
    deadline: '2099-12-31T12:00:00.000Z',
    notes: '',
    reviewers: [
      {
        userId: 'bea',
        userName: 'Bea',
        userEmail: null,
        status,
        feedback: '',
        reviewedAt: null,
        version: null,
        isStale: false,
        isYou: true,
        isRemoved: false,
        link: null,
      },
    ],
    can: { submit: !isAnswered, cancel: false, close: false, removeReviewers: false },
  };
}

function open(now: Review, onAnswer: (() => void) | null = () => undefined) {
  const requests = serve({
    'GET /api/snapshots/:id/reviews': () => ({ reviews: [now] }),
    [START]: () => ({ review: review('reviewing') }),
  });
  const snapshot = { id: ID, you: { kind: 'reviewer', name: 'Bea' } } as SnapshotView;
  const strip = render(
    <QueryClientProvider client={queryClient}>
      <iframe title="preview" sandbox="" />
      <ReviewerStrip snapshot={snapshot} onAnswer={onAnswer} />
    </QueryClientProvider>,
  );
  return { requests, strip };
}

describe('above the preview', () => {
  test('a reviewer sees their name, the deadline and where to respond', async () => {
    const onAnswer = vi.fn<() => void>();
    const { strip } = open(review('reviewing'), onAnswer);
    await userEvent.click(await screen.findByRole('button', { name: 'Respond' }));
    expect(onAnswer).toHaveBeenCalledOnce();
    expect(screen.getByText(/Reviewing as/).textContent).toBe('Reviewing as BeaDue 31 Dec 2099');
    expect(document.documentElement.dataset['viewerStrip']).toBe('');
    strip.unmount();
    expect(document.documentElement.dataset['viewerStrip']).toBeUndefined();
  });

  test.each([
    ['approved', 'You approved this version'],
    ['changes_requested', 'You requested changes'],
  ] as const)('a reviewer who has %s sees no form', async (status, text) => {
    open(review(status));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the first interaction', () => {
  test('in the preview is reported, once', async () => {
    const { requests } = open(review('pending'));
    await screen.findByRole('button', { name: 'Respond' });
    screen.getByTitle('preview').focus();
    window.dispatchEvent(new Event('blur'));
    await waitFor(() => expect(requests[START]).toHaveLength(1));
    window.dispatchEvent(new Event('blur'));
    expect(requests[START]?.map(({ input }) => input)).toEqual([{ id: REVIEW_ID }]);
  });

  test('is nothing a script does, nor leaving the window', async () => {
    const { requests } = open(review('pending'));
    const answer = await screen.findByRole('button', { name: 'Respond' });
    window.dispatchEvent(new Event('blur'));
    window.dispatchEvent(new Event('pointerdown'));
    answer.click();
    expect(requests[START]).toBeUndefined();
  });
});
