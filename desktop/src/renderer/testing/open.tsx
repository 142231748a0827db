import { ada, listOf } from '@stagelink/shared/testing/builders';
import type { Handlers } from '@stagelink/shared/testing/fakeServer';
import { cleanup, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach } from 'vitest';
import { serve } from '@stagelink/web/testing/server.ts';
import { ipcQueryClient } from '../lib/ipcQueries.ts';
import { App } from '../App.tsx';

afterEach(() => {
  cleanup();
  ipcQueryClient.clear();
});

/** Opens the companion at a page with a fake server. */
export function open(page: string, handlers: Handlers = {}): UserEvent {
  serve({
    'GET /me': () => ({ user: ada }),
    'GET /api/snapshots/list': () => listOf(),
    'POST /api/events/ticket': () => ({ ticket: 'once' }),
    ...handlers,
  });
  window.history.replaceState(null, '', page);
  const person = userEvent.setup();
  render(<App />);
  return person;
}

export const currentPage = () => window.location.pathname + window.location.search;
