import { refusal } from '@stagelink/shared/testing/fakeServer';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { serve } from '../../testing/server.ts';
import { ViewerPage } from '../../pages/viewer/ViewerPage.tsx';

const ID = 'k3q9x7m2a1b4';
const TOKEN = 'bWFkZSB1cA.c2lnbmVk-_x';
const ENTER = 'POST /api/reviews/enter';
const LOCKED = {
  'GET /snapshots/:id': () => refusal(401, 'password_required', 'This snapshot is protected.'),
};

function open(hash: string): void {
  window.history.replaceState(null, '', `/s/${ID}/pricing?plan=pro${hash}`);
  render(<ViewerPage />);
}
afterEach(() => window.history.replaceState(null, '', '/'));

const gate = () => screen.findByRole('heading', { name: 'Password Protected' });

describe('a personal link', () => {
  test('is redeemed before any other request, and removed from the URL at once', async () => {
    let enter = (): void => undefined;
    const entered = new Promise<void>((resolve) => {
      enter = resolve;
    });
    const requests = serve({
      ...LOCKED,
      [ENTER]: () => entered.then(() => ({ snapshotId: ID, reviewerName: 'Bea' })),
    });
    open(`#review=${TOKEN}`);
    expect(window.location.pathname + window.location.search + window.location.hash).toBe(
      `/s/${ID}/pricing?plan=pro`,
    );
    expect(await screen.findByRole('heading', { name: 'Opening the snapshot', level: 1 })).toBeTruthy();
    expect(requests['GET /snapshots/:id']).toBeUndefined();
    enter();
    await gate();
    expect(requests[ENTER]?.map(({ input }) => input)).toEqual([{ token: TOKEN }]);
  });

  test('that is invalid says so, and links to the snapshot', async () => {
    serve({ ...LOCKED, [ENTER]: () => refusal(410, 'gone', 'This review link no longer works.') });
    open(`#review=${TOKEN}`);
    expect((await screen.findByRole('alert')).textContent).toBe('This review link no longer works.');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Open the snapshot' }));
    await gate();
    expect(window.location.hash).toBe('');
  });

  test('is no other hash', async () => {
    const requests = serve(LOCKED);
    open('#reviews');
    await gate();
    expect(requests[ENTER]).toBeUndefined();
    expect(window.location.hash).toBe('#reviews');
  });
});
