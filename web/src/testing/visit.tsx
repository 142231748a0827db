import { notifications } from '@mantine/notifications';
import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, vi } from 'vitest';
import { Routes } from '../routes.tsx';

// jsdom lays nothing out: a menu would think that its button has been scrolled away, and hide.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 10, 100, 20));
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1440);
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(900);
});

afterEach(() => notifications.clean());

/** Opens the web app at an address, as a person with a mouse and a keyboard. */
export function visit(address: string): UserEvent {
  window.history.replaceState(null, '', address);
  const person = userEvent.setup();
  render(<Routes />);
  return person;
}

export const currentAddress = () => window.location.pathname + window.location.search;
