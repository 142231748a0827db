import { beforeEach, expect, test, vi } from 'vitest';
import { handleUncaughtErrors } from './uncaughtErrors.ts';

const report = vi.fn();
handleUncaughtErrors(report);
beforeEach(() => report.mockClear());

const OBSERVE = "Failed to execute 'observe' on 'MutationObserver': parameter 1 is not of type 'Node'.";
const LOOP = 'ResizeObserver loop completed with undelivered notifications.';

test.each([
  [OBSERVE, 'chrome-extension://abc/content.js'],
  [OBSERVE, ''],
  ["Failed to execute 'observe' on 'ResizeObserver'", 'moz-extension://abc/x.js'],
  // Browsers name the page here, whichever script observes.
  [LOOP, 'https://app.example/dashboard'],
  ['ResizeObserver loop limit exceeded', 'https://app.example/dashboard'],
])(
  'an error about an observer of an extension is neither logged nor reported: %s at “%s”',
  (message, filename) => {
    const event = new ErrorEvent('error', { message, filename, error: null, cancelable: true });
    window.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    expect(report).not.toHaveBeenCalled();
  },
);

test('so is a promise that an extension’s observer rejects', () => {
  const reason = new TypeError("Failed to execute 'observe' on 'MutationObserver': not connected");
  reason.stack = `${reason.message}\n    at watch (chrome-extension://abcdef/content.js:1:2)`;
  const event = Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  expect(report).not.toHaveBeenCalled();
});

test('other errors are logged and reported, with their message where there is no error', () => {
  const error = new Error('x is undefined');
  for (const init of [
    { message: error.message, filename: 'chrome-extension://abc/content.js', error },
    { message: 'Script error.', filename: '', error: null },
  ]) {
    const event = new ErrorEvent('error', { ...init, cancelable: true });
    window.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  }
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'No.' }));
  expect(report.mock.calls).toEqual([[error], ['Script error.'], ['No.']]);
});
