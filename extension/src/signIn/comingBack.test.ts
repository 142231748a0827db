import { expect, test, vi } from 'vitest';
import { Problem } from '../problem.ts';
import { ComingBack } from './comingBack.ts';

const path = '/signed-in';
const never = new AbortController().signal;

test('who comes back with the state that was asked for brings a code', async () => {
  const tell = vi.fn();
  const comingBack = new ComingBack(tell);
  const code = comingBack.wait('mine', never);
  comingBack.handleUri({ path, query: 'code=a%2Fb&state=mine' });
  expect(await code).toBe('a/b');
  expect(tell).not.toHaveBeenCalled();
});

test.each([
  ['another state', { path, query: 'code=x&state=other' }],
  ['no state', { path, query: 'code=x' }],
  ['another place', { path: '/', query: 'code=x&state=mine' }],
])('%s is told and changes nothing', async (_name, uri) => {
  const tell = vi.fn();
  const comingBack = new ComingBack(tell);
  const code = comingBack.wait('mine', never);
  comingBack.handleUri(uri);
  expect(tell).toHaveBeenCalledOnce();
  comingBack.handleUri({ path, query: 'code=right&state=mine' });
  expect(await code).toBe('right');
});

test('a state counts once, and none counts when nobody waits', async () => {
  const tell = vi.fn();
  const comingBack = new ComingBack(tell);
  const code = comingBack.wait('mine', never);
  comingBack.handleUri({ path, query: 'code=first&state=mine' });
  comingBack.handleUri({ path, query: 'code=second&state=mine' });
  expect(await code).toBe('first');
  expect(tell).toHaveBeenCalledOnce();
});

test('a no in the browser is a no here', async () => {
  const comingBack = new ComingBack(vi.fn());
  const code = comingBack.wait('mine', never);
  comingBack.handleUri({ path, query: 'error=access_denied&state=mine' });
  await expect(code).rejects.toThrow('Signing in was cancelled in the browser.');
});

test('who starts again, or has waited long enough, waits no longer', async () => {
  const tell = vi.fn();
  const comingBack = new ComingBack(tell);
  const first = comingBack.wait('first', never);
  const left = new AbortController();
  const second = comingBack.wait('second', left.signal);
  await expect(first).rejects.toThrow('started again');
  left.abort(new Problem('Nobody came back.', null));
  await expect(second).rejects.toThrow('Nobody came back.');
  comingBack.handleUri({ path, query: 'code=late&state=second' });
  expect(tell).toHaveBeenCalledOnce();
});
