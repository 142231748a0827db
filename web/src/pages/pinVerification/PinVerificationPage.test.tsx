import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { good, refusal, serve } from '../../testing/server.ts';
import { visit } from '../../testing/visit.tsx';

const COMMENTS = 'GET /api/snapshots/meadow/comments';

test('a version without open pins is done with at once', async () => {
  const close = vi.spyOn(window, 'close');
  serve({
    [COMMENTS]: () => good({ comments: [] }),
    'GET /api/snapshots/meadow/versions': () => good({ versions: [] }),
  });
  visit('/pins/meadow/2');
  expect(await screen.findByText(/were verified/)).toBeTruthy();
  expect(close).toHaveBeenCalledOnce();
});

test('a failed request ends it too, and is reported', async () => {
  const close = vi.spyOn(window, 'close');
  serve({ [COMMENTS]: () => refusal(404, 'not_found', 'The requested snapshot could not be found.') });
  visit('/pins/meadow/2');
  expect(await screen.findByText(/Failed to verify open pins/)).toBeTruthy();
  expect(close).toHaveBeenCalledOnce();
});
