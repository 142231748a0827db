import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach } from 'vitest';
import '../../../../web/src/testing/layout.ts';
import { clearToasts } from '../../../../web/src/ui/toast.ts';
import { ada, good, serve } from '../../../../web/src/testing/server.ts';
import { machine } from '../data/machine.ts';
import { App } from '../App.tsx';

afterEach(() => {
  machine.clear();
  clearToasts();
});

/** Opens the companion at a page; its server answers what `handlers` say. */
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
