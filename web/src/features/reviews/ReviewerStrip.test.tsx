import type { Review } from '@stagelink/shared/contracts/reviews';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import { serve } from '../../testing/server.ts';
import type { Preview } from '../preview/usePreview.ts';
import { ReviewerStrip } from './ReviewerStrip.tsx';

const ID = 'k3q9x7m2a1b4';
const REVIEW_ID = '01938c3e-0000-7000-8000-0000000000bb';
const SUBMIT = 'POST /api/reviews/:id/submit';
const START = 'POST /api/reviews/:id/start';

function review(status: Review['reviewers'][number]['status']): Review {
  const isAnswered = status === 'approved' || status === 'changes_requested';
  return {
    id: REVIEW_ID,
    status: isAnswered ? 'completed' : 'pending',
    requestedAt: '2026-11-14T09:30:00.000Z',
    deadline: '2099-12-31T12:00:00.000Z',
    notes: 'Mostly the basket',
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

function open(now: Review, onRead: (() => void) | null = () => undefined) {
  const requests = serve({
    'GET /api/snapshots/:id/reviews': () => ({ reviews: [now] }),
    [START]: () => ({ review: review('reviewing') }),
    [SUBMIT]: () => ({ review: review('approved') }),
  });
  const you = { kind: 'reviewer', name: 'Bea' };
  const snapshot = { id: ID, name: 'Shop', ownerName: 'Ada', version: 3, you } as SnapshotView;
  const preview = { version: 3, kept: null } as Preview;
  const strip = render(
    <QueryClientProvider client={queryClient}>
      <iframe title="preview" sandbox="" />
      <ReviewerStrip snapshot={snapshot} preview={preview} onRead={onRead} />
    </QueryClientProvider>,
  );
  return { requests, strip };
}

describe('above the preview', () => {
  test('a reviewer reads who asks for what until when, and opens the rest', async () => {
    const onRead = vi.fn<() => void>();
    const { strip } = open(review('reviewing'), onRead);
    await userEvent.click(await screen.findByRole('button', { name: /^Ada asks for your review/ }));
    expect(onRead).toHaveBeenCalledOnce();
    const task = screen.getByRole('complementary', { name: 'Your review' });
    expect(task.textContent).toContain('by 31 Dec 2099“Mostly the basket”');
    expect(document.documentElement.dataset['viewerStrip']).toBe('task');
    strip.unmount();
    expect(document.documentElement.dataset['viewerStrip']).toBeUndefined();
  });

  test('a reviewer approves with two presses and one field', async () => {
    const { requests } = open(review('reviewing'));
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
    const form = within(await screen.findByRole('dialog', { name: 'Approve' }));
    expect(form.getByRole('heading', { name: 'Approve version 3' })).toBeTruthy();
    expect(form.queryByRole('button', { name: 'Request changes' })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Feedback' })));
    await userEvent.keyboard('Good as it is');
    await userEvent.click(form.getByRole('button', { name: 'Approve' }));
    const sent = { id: REVIEW_ID, status: 'approved', feedback: 'Good as it is', version: 3 };
    await waitFor(() => expect(requests[SUBMIT]?.map(({ input }) => input)).toEqual([sent]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('the answers are in the panel while that is open', async () => {
    open(review('reviewing'), null);
    expect(await screen.findByText('Ada asks for your review')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  test.each([
    ['approved', 'You approved version 3'],
    ['changes_requested', 'You requested changes to version 3'],
  ] as const)('a reviewer who has %s sees no form', async (status, text) => {
    open(review(status));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    expect(document.documentElement.dataset['viewerStrip']).toBe('line');
  });
});

describe('the first interaction', () => {
  test('in the preview is reported, once', async () => {
    const { requests } = open(review('pending'));
    await screen.findByRole('button', { name: 'Approve' });
    screen.getByTitle('preview').focus();
    window.dispatchEvent(new Event('blur'));
    await waitFor(() => expect(requests[START]).toHaveLength(1));
    window.dispatchEvent(new Event('blur'));
    expect(requests[START]?.map(({ input }) => input)).toEqual([{ id: REVIEW_ID }]);
  });

  test('is nothing a script does, nor leaving the window', async () => {
    const { requests } = open(review('pending'));
    const answer = await screen.findByRole('button', { name: 'Approve' });
    window.dispatchEvent(new Event('blur'));
    window.dispatchEvent(new Event('pointerdown'));
    answer.click();
    expect(requests[START]).toBeUndefined();
  });
});
