import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { Routes } from '../app/routes.tsx';

/** Opens the web app at a path. Returns a user with mouse and keyboard. */
export function visit(address: string): UserEvent {
  window.history.replaceState(null, '', address);
  const person = userEvent.setup();
  render(<Routes />);
  return person;
}

export const currentAddress = () => window.location.pathname + window.location.search;
