import { ada } from '@stagelink/shared/testing/builders';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { serve } from '../../testing/server.ts';
import { TimeZoneField } from './TimeZoneField.tsx';

test('a time zone is found by a part of its name, and chosen', async () => {
  const chosen: unknown[] = [];
  serve({
    'PUT /auth/time-zone': ({ input }) => {
      chosen.push(input);
      return { ok: true, user: ada };
    },
  });
  const person = userEvent.setup();
  render(<TimeZoneField user={ada} />);
  const field = screen.getByRole('combobox', { name: 'Time zone' });
  await person.tripleClick(field);
  await person.keyboard('lisb');
  expect(field).toHaveProperty('value', 'lisb');
  await person.click(await screen.findByRole('option', { name: 'Europe/Lisbon' }));
  expect(chosen).toEqual([{ timeZone: 'Europe/Lisbon', isChosen: true }]);
});
