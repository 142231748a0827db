import { cleanup, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach } from 'vitest';
import '@stagelink/web/testing/layout.ts';
import { clearToasts } from '@stagelink/web/kit/toast.ts';
import { ada, good, serve } from '@stagelink/web/testing/server.ts';
import { ipcQueryClient } from '../lib/ipcQueries.ts';
import { App } from '../App.tsx';

afterEach(() => {
  cleanup();
  ipcQueryClient.clear();
  clearToasts();
});

/** Opens the companion at a page with a fake server. */
export function open(page: string, handlers: Parameters<typeof serve>[0] = {}): UserEvent {
  serve({
    'GET /me': () => good({ user: ada }),
    'POST /api/events/ticket': () => good({ ticket: 'once' }),
    ...handlers,
  });
  window.history.replaceState(null, '', page);
  const person = userEvent.setup();
  render(<App />);
  return person;
}

export const currentPage = () => window.location.pathname + window.location.search;
