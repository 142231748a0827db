import type { Review, Reviewer } from '@stagelink/shared/contracts/reviews';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import { invalidateReviews } from './reviewsKey.ts';
import { serve } from '../../testing/server.ts';
import type { Preview } from '../preview/usePreview.ts';
import { ReviewsPanel } from './ReviewsPanel.tsx';

const ID = 'k3q9x7m2a1b4';
const REVIEW_ID = '01938c3e-0000-7000-8000-0000000000bb';
const LIST = 'GET /api/snapshots/:id/reviews';
const SUBMIT = 'POST /api/reviews/:id/submit';
const CANCEL = 'DELETE /api/reviews/:id';

const mayNothing = { submit: false, cancel: false, close: false, removeReviewers: false };

const reviewer = (about: Partial<Reviewer> = {}): Reviewer => ({
  userId: 'bea',
  userName: 'Bea',
  userEmail: null,
  status: 'pending',
  feedback: '',
  reviewedAt: null,
  version: null,
  isStale: false,
  isYou: false,
  isRemoved: false,
  link: null,
  ...about,
});

const review = (about: Partial<Review> = {}): Review => ({
  id: REVIEW_ID,
  status: 'pending',
  requestedAt: '2026-11-14T09:30:00.000Z',
  deadline: null,
  notes: '',
  reviewers: [reviewer()],
  can: mayNothing,
  ...about,
});

const answered = { reviewedAt: '2026-11-15T09:30:00.000Z', version: 2 } as const;
const list = (...reviews: Review[]) => ({ reviews });
const ownsIt = { ...mayNothing, cancel: true, removeReviewers: true };
const answersIt = { ...mayNothing, submit: true };

afterEach(() => localStorage.clear());

function open(about: { isOwner: boolean }) {
  const snapshot = { id: ID, version: 3, ...about } as SnapshotView;
  const preview = { version: 3, kept: null } as Preview;
  return render(
    <QueryClientProvider client={queryClient}>
      <ReviewsPanel snapshot={snapshot} preview={preview} />
    </QueryClientProvider>,
  );
}

describe('what is shown', () => {
  test('its progress, deadline and each decision', async () => {
    serve({
      [LIST]: () =>
        list(
          review({
            status: 'in_progress',
            deadline: '2099-12-31T12:00:00.000Z',
            notes: 'Mostly the basket',
            reviewers: [
              reviewer({ status: 'approved', feedback: 'Lovely', ...answered, isStale: true }),
              reviewer({ userId: 'cem', userName: 'Cem', isYou: true }),
            ],
          }),
        ),
    });
    open({ isOwner: false });
    expect(await screen.findByText('In progress')).toBeTruthy();
    for (const text of [
      '1 of 2 responded',
      '1 approved',
      'Mostly the basket',
      'Approved',
      'Lovely',
      'Not started',
      '(you)',
    ]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    expect(screen.getByText('For version 2. Version 3 is newer.')).toBeTruthy();
    expect(screen.getByText(/Due 31 Dec 2099/)).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: '1 of 2 responded' })).toHaveProperty('value', 1);
    expect(screen.queryByText('Overdue')).toBeNull();
  });

  test('that the deadline is past, also of one that is completed', async () => {
    const late = { deadline: '2026-01-01T12:00:00.000Z' };
    serve({ [LIST]: () => list(review({ status: 'completed', ...late })) });
    open({ isOwner: false });
    expect(await screen.findByText('Overdue')).toBeTruthy();
    expect(screen.getByText('Completed')).toBeTruthy();
    expect(screen.getByText(/Was due 1 Jan/)).toBeTruthy();
  });

  test('that it could not be read, and how to try again', async () => {
    serve({ [LIST]: () => refusal(429, 'rate_limited', 'Not now.') });
    open({ isOwner: true });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load reviews');
    serve({ [LIST]: () => list() });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No reviews yet')).toBeTruthy();
  });

  test('no way to try again after a final refusal', async () => {
    serve({ [LIST]: () => refusal(403, 'forbidden', 'Not yours.') });
    open({ isOwner: true });
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load reviews');
  });

  test('links to copy, on a server without email', async () => {
    const link = `https://app.test/s/${ID}#review=secret`;
    serve({ [LIST]: () => list(review({ can: ownsIt, reviewers: [reviewer({ link })] })) });
    const person = userEvent.setup();
    open({ isOwner: true });
    await person.click(await screen.findByRole('button', { name: 'Copy link' }));
    expect(await screen.findByRole('button', { name: 'Link copied' })).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(link);
  });

  test('a link that the browser does not copy, as text', async () => {
    const link = `https://app.test/s/${ID}#review=secret`;
    serve({ [LIST]: () => list(review({ can: ownsIt, reviewers: [reviewer({ link })] })) });
    const person = userEvent.setup();
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
    document.execCommand = () => false;
    open({ isOwner: true });
    await person.click(await screen.findByRole('button', { name: 'Copy link' }));
    expect((await screen.findByRole('alert')).textContent).toContain(link);
    Reflect.deleteProperty(document, 'execCommand');
  });
});

describe('an answer', () => {
  const feedback = () => screen.findByRole('textbox', { name: 'Feedback' });

  test('needs feedback, and is sent with the version shown', async () => {
    const requests = serve({
      [LIST]: () => list(review({ can: answersIt })),
      [SUBMIT]: () => ({ review: review({ status: 'completed' }) }),
    });
    open({ isOwner: false });
    await feedback();
    await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
    expect(screen.getByRole('alert').textContent).toBe('Please provide feedback before submitting');
    expect(requests[SUBMIT]).toBeUndefined();

    await userEvent.type(await feedback(), 'Lovely');
    await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Review submitted')).toBeTruthy();
    expect(requests[SUBMIT]?.[0]?.input).toEqual({
      id: REVIEW_ID,
      status: 'approved',
      feedback: 'Lovely',
      version: 3,
    });
  });

  test('can request changes', async () => {
    const requests = serve({
      [LIST]: () => list(review({ can: answersIt })),
      [SUBMIT]: () => ({ review: review({ status: 'completed' }) }),
    });
    open({ isOwner: false });
    await userEvent.type(await feedback(), 'Wider');
    await userEvent.click(screen.getByRole('button', { name: 'Request changes' }));
    await waitFor(() => expect(requests[SUBMIT]?.[0]?.input).toMatchObject({ status: 'changes_requested' }));
  });

  test('keeps its draft when the list is refetched, the page is left, or it is rejected', async () => {
    serve({
      [LIST]: () => list(review({ can: answersIt })),
      [SUBMIT]: () => refusal(503, 'unavailable', 'Not now.'),
    });
    open({ isOwner: false });
    await userEvent.type(await feedback(), 'Half a thought');
    await invalidateReviews(ID);
    await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
    const problem = await screen.findByText('Failed to submit review');
    expect(await feedback()).toHaveProperty('value', 'Half a thought');
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(problem.isConnected).toBe(false);

    open({ isOwner: false });
    for (const field of await screen.findAllByRole('textbox', { name: 'Feedback' })) {
      expect(field).toHaveProperty('value', 'Half a thought');
    }
  });
});

describe('its owner', () => {
  test('requests one, by the rules of the dashboard', async () => {
    const REQUEST = 'POST /api/snapshots/:id/reviews';
    let reviews: Review[] = [];
    const requests = serve({
      [LIST]: () => list(...reviews),
      [REQUEST]: () => {
        reviews = [review({ can: ownsIt })];
        return { review: review() };
      },
    });
    open({ isOwner: true });
    const person = userEvent.setup();
    await person.click(await screen.findByRole('button', { name: 'Request review' }));
    await person.click(screen.getByRole('button', { name: 'Send request' }));
    expect(screen.getByRole('alert').textContent).toBe('Please add at least one reviewer');
    await person.type(screen.getByRole('textbox', { name: 'Name' }), 'Bea');
    await person.click(screen.getByRole('button', { name: 'Add' }));
    expect(screen.getByRole('alert').textContent).toBe('Please enter both name and email');
    await person.type(screen.getByRole('textbox', { name: 'Email' }), 'bea@example.com{Enter}');
    await person.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Review Requested')).toBeTruthy();
    expect(requests[REQUEST]?.[0]?.input).toEqual({
      id: ID,
      reviewers: [{ userName: 'Bea', userEmail: 'bea@example.com' }],
      deadline: null,
      notes: '',
    });
    expect(screen.queryByRole('button', { name: 'Request review' })).toBeNull();
  });

  test('sees why it was rejected, and keeps the input', async () => {
    serve({
      [LIST]: () => list(),
      'POST /api/snapshots/:id/reviews': () =>
        refusal(403, 'email_unverified', 'Please verify your own email address first.'),
    });
    open({ isOwner: true });
    const person = userEvent.setup();
    await person.click(await screen.findByRole('button', { name: 'Request review' }));
    await person.type(screen.getByRole('textbox', { name: 'Name' }), 'Bea');
    await person.type(screen.getByRole('textbox', { name: 'Email' }), 'bea@example.com');
    await person.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Failed to create review')).toBeTruthy();
    expect(screen.getByText('Please verify your own email address first.')).toBeTruthy();
    expect(screen.getByText('bea@example.com')).toBeTruthy();
  });

  test('cancels one only after a confirmation, and may request another when one is completed', async () => {
    let reviews = [review({ can: ownsIt })];
    const requests = serve({
      [LIST]: () => list(...reviews),
      [CANCEL]: () => {
        reviews = [];
        return { ok: true };
      },
    });
    open({ isOwner: true });
    const person = userEvent.setup();
    await person.click(await screen.findByRole('button', { name: 'Cancel review' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this review?' }));
    await person.click(dialog.getByRole('button', { name: 'Keep review' }));
    expect(requests[CANCEL]).toBeUndefined();

    await person.click(screen.getByRole('button', { name: 'Cancel review' }));
    await person.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel review' }),
    );
    expect(await screen.findByText('Review cancelled')).toBeTruthy();
    expect(requests[CANCEL]?.map(({ input }) => input)).toEqual([{ id: REVIEW_ID }]);
    expect(await screen.findByText('No reviews yet')).toBeTruthy();

    reviews = [review({ status: 'completed' }), review({ id: REVIEW_ID.replace('bb', 'cc') })];
    await invalidateReviews(ID);
    expect(await screen.findByRole('button', { name: 'Request another review' })).toBeTruthy();
    expect(screen.getByText('Earlier reviews')).toBeTruthy();
  });

  test('closes one, which keeps the responses and marks the others as not responded', async () => {
    const CLOSE = 'POST /api/reviews/:id/close';
    const bea = reviewer({ status: 'approved', feedback: 'Lovely', ...answered });
    let now = review({
      can: { ...ownsIt, close: true },
      reviewers: [bea, reviewer({ userId: 'cem', userName: 'Cem' })],
    });
    const requests = serve({
      [LIST]: () => list(now),
      [CLOSE]: () => {
        const cem = reviewer({ userId: 'cem', userName: 'Cem', isRemoved: true });
        now = review({ status: 'completed', reviewers: [bea, cem] });
        return { review: now };
      },
    });
    open({ isOwner: true });
    const person = userEvent.setup();
    await person.click(await screen.findByRole('button', { name: 'Close review' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Close this review?' }));
    expect(requests[CLOSE]).toBeUndefined();
    await person.click(dialog.getByRole('button', { name: 'Close review' }));
    expect(await screen.findByText('Review closed')).toBeTruthy();
    expect(requests[CLOSE]?.map(({ input }) => input)).toEqual([{ id: REVIEW_ID }]);
    expect(await screen.findByText('No response')).toBeTruthy();
    expect(screen.getByText('1 of 1 responded')).toBeTruthy();
    expect(screen.getByText('Lovely')).toBeTruthy();
  });

  test('keeps what was typed into a request while another panel is shown, until it is sent or left', async () => {
    const requests = serve({
      [LIST]: () => list(),
      'POST /api/snapshots/:id/reviews': () => ({ review: review() }),
    });
    const person = userEvent.setup();
    const shown = open({ isOwner: true });
    await person.click(await screen.findByRole('button', { name: 'Request review' }));
    await person.type(screen.getByLabelText('Name'), 'Cem');
    await person.type(screen.getByLabelText('Email'), 'cem@example.com');
    await person.type(screen.getByLabelText(/^Notes/), 'Mostly the basket');
    shown.unmount();

    open({ isOwner: true });
    expect(await screen.findByDisplayValue('Mostly the basket')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Send request' }));
    await waitFor(() =>
      expect(requests['POST /api/snapshots/:id/reviews']?.at(-1)?.input).toMatchObject({
        reviewers: [{ userName: 'Cem', userEmail: 'cem@example.com' }],
        notes: 'Mostly the basket',
      }),
    );
    await person.click(await screen.findByRole('button', { name: 'Request review' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Notes/).value).toBe('');
  });

  test('removes a reviewer at any time; the response stays', async () => {
    const REMOVE = 'DELETE /api/reviews/:id/reviewers/:userId';
    const bea = reviewer({ status: 'approved', feedback: 'Lovely', ...answered });
    let now = review({ status: 'completed', can: { ...ownsIt, cancel: false }, reviewers: [bea] });
    const requests = serve({
      [LIST]: () => list(now),
      [REMOVE]: () => {
        now = { ...now, reviewers: [{ ...bea, isRemoved: true }] };
        return { review: now };
      },
    });
    open({ isOwner: true });
    const person = userEvent.setup();
    await person.click(await screen.findByRole('button', { name: 'Remove Bea' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Remove Bea?' }));
    expect(requests[REMOVE]).toBeUndefined();
    await person.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Access removed')).toBeTruthy();
    expect(requests[REMOVE]?.map(({ input }) => input)).toEqual([{ id: REVIEW_ID, userId: 'bea' }]);
    expect(screen.getByText('Lovely')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove Bea' })).toBeNull();
  });
});
