import { afterEach, expect, test } from 'vitest';
import { addressOfKeptMode, keepMode } from './mode.ts';

afterEach(() => sessionStorage.clear());

const addressAt = (url: string) => {
  window.history.replaceState(null, '', url);
  return addressOfKeptMode();
};

test('a trial chosen before signing in holds when the URL names the plan only', () => {
  keepMode('trial');
  expect(addressAt('/pricing?plan=annual')).toBe('/pricing?plan=annual&mode=trial');
  expect(addressAt('/pricing')).toBe('/pricing?mode=trial');
});

test('the URL decides where it names a mode, or why a checkout was refused', () => {
  keepMode('trial');
  expect(addressAt('/pricing?mode=upgrade')).toBeNull();
  expect(addressAt('/pricing?mode=trial&plan=annual')).toBeNull();
  expect(addressAt('/pricing?notice=card_used')).toBeNull();
});

test('otherwise it is an upgrade', () => {
  expect(addressAt('/pricing?plan=annual')).toBeNull();
  keepMode('upgrade');
  expect(addressAt('/pricing?plan=annual')).toBeNull();
});
