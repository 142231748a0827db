import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach } from 'vitest';
import { Routes } from '../routes.tsx';
import { clearToasts } from '../ui/toast.ts';
import './layout.ts';

afterEach(clearToasts);

/** Opens the web app at an address, as a person with a mouse and a keyboard. */
export function visit(address: string): UserEvent {
  window.history.replaceState(null, '', address);
  const person = userEvent.setup();
  render(<Routes />);
  return person;
}

export const currentAddress = () => window.location.pathname + window.location.search;
