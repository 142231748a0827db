import { expect, test, vi } from 'vitest';
import { OAuthCallback } from './oauthCallback.ts';

const path = '/signed-in';
const returned = { path, query: 'code=a%2Fb&state=mine' };

test('what the browser brings back goes to the sign-in that waits', () => {
  const onUnexpected = vi.fn();
  const callback = new OAuthCallback(onUnexpected);
  let code: string | null = null;
  callback.listen((query) => {
    code = query.get('code');
    return true;
  }, new AbortController());
  callback.handleUri(returned);
  expect(code).toBe('a/b');
  expect(onUnexpected).not.toHaveBeenCalled();
});

test('what answers no sign-in, or comes to another place, is reported', () => {
  const onUnexpected = vi.fn();
  const callback = new OAuthCallback(onUnexpected);
  callback.handleUri(returned);
  expect(onUnexpected).toHaveBeenCalledTimes(1);
  const take = vi.fn().mockReturnValue(false);
  const end = callback.listen(take, new AbortController());
  callback.handleUri({ ...returned, path: '/' });
  expect(take).not.toHaveBeenCalled();
  callback.handleUri(returned);
  expect(onUnexpected).toHaveBeenCalledTimes(3);
  end();
  callback.handleUri(returned);
  expect(take).toHaveBeenCalledOnce();
});

test('the sign-in that was begun last is the one that waits', () => {
  const callback = new OAuthCallback(vi.fn());
  const [first, second] = [vi.fn().mockReturnValue(true), vi.fn().mockReturnValue(true)];
  const stop = new AbortController();
  const endFirst = callback.listen(first, stop);
  callback.listen(second, new AbortController());
  expect(stop.signal.reason).toMatchObject({ message: 'Sign-in was restarted.' });
  endFirst();
  callback.handleUri(returned);
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledOnce();
});
