import { refusal } from '@stagelink/shared/testing/fakeServer';
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { serve } from '../../testing/server.ts';
import { visit } from '../../testing/visit.tsx';

const ADDRESS = '/unsubscribe?token=abc.def';
const CALL = 'POST /api/notifications/unsubscribe/:token';

describe('the unsubscribe link', () => {
  test('does nothing by being opened, and stops them when the button is pressed', async () => {
    const requests = serve({ [CALL]: () => ({ ok: true, message: 'You will get no more.' }) });
    const person = visit(ADDRESS);
    const button = await screen.findByRole('button', { name: 'Stop these emails' });
    expect(requests[CALL]).toBeUndefined();
    await person.click(button);
    expect(await screen.findByRole('heading', { name: 'Notification emails are off' })).toBeTruthy();
    expect(screen.getByText('You will get no more.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open your settings' }).getAttribute('href')).toBe('/settings');
    expect(requests[CALL]).toMatchObject([{ input: { token: 'abc.def' } }]);
  });

  test("shows the server's message on failure, and can be retried", async () => {
    let isUp = false;
    serve({
      [CALL]: () =>
        isUp
          ? { ok: true, message: 'You will get no more.' }
          : refusal(400, 'invalid_input', 'This link does not stop any mails.'),
    });
    const person = visit(ADDRESS);
    const button = await screen.findByRole('button', { name: 'Stop these emails' });
    await person.click(button);
    expect((await screen.findByRole('alert')).textContent).toContain('This link does not stop any mails.');
    isUp = true;
    await person.click(button);
    expect(await screen.findByRole('heading', { name: 'Notification emails are off' })).toBeTruthy();
  });

  test('that is incomplete says so', async () => {
    serve({});
    visit('/unsubscribe');
    expect(await screen.findByRole('heading', { name: 'This link is incomplete' })).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the link in an email to a recipient without an account', () => {
  test.each([
    ['Stop emails about this snapshot', 'snapshot'],
    ['Stop all emails to this address', 'all'],
  ])('offers “%s”', async (name, scope) => {
    const requests = serve({ [CALL]: () => ({ ok: true, message: 'None comes.' }) });
    const person = visit(`${ADDRESS}&of=snapshot`);
    await person.click(await screen.findByRole('button', { name }));
    expect(await screen.findByRole('heading', { name: 'These emails are stopped' })).toBeTruthy();
    expect(screen.getByText('None comes.')).toBeTruthy();
    expect(requests[CALL]?.map(({ input }) => input.scope)).toEqual([scope]);
  });
});
