import { expect, test } from 'vitest';
import { ignoreExtensionErrors } from './ignoreExtensionErrors.ts';

ignoreExtensionErrors();

const raise = (message: string, filename: string) => {
  const event = new ErrorEvent('error', { message, filename, cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

const OBSERVE = "Failed to execute 'observe' on 'MutationObserver': parameter 1 is not of type 'Node'.";

test.each([
  [OBSERVE, 'chrome-extension://abc/content.js', true],
  [OBSERVE, '', true],
  ['ResizeObserver loop limit exceeded', 'moz-extension://abc/x.js', true],
  ['ResizeObserver loop limit exceeded', 'https://app.example/main.js', false],
  ['x is undefined', 'chrome-extension://abc/content.js', false],
])('%s from “%s” is ignored: %s', (message, filename, isIgnored) => {
  expect(raise(message, filename)).toBe(isIgnored);
});
