import { snapshot } from '@stagelink/shared/testing/builders';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Host, HostProvider } from '../../lib/host.ts';
import { useIdlePictures } from './useIdlePictures.ts';

const makePicture = vi.fn(() => Promise.resolve());
const hostThat = (hasIdlePictures: boolean) => ({ makePicture, hasIdlePictures }) as unknown as Host;
const wrapper = ({ children }: { children: ReactNode }) => (
  <HostProvider value={hostThat(true)}>{children}</HostProvider>
);
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const use = (type: string) => act(() => void document.dispatchEvent(new Event(type)));

function setOn(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { configurable: true, get: () => value });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
  makePicture.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setOn(document, 'visibilityState', 'visible');
  setOn(navigator, 'connection', undefined);
});

const show = () => {
  const rows = [snapshot({ picture: '/has.webp' }), snapshot(), snapshot()];
  renderHook(() => useIdlePictures(rows), { wrapper });
  return rows.slice(1).map(({ id, version }) => [id, version]);
};

test('rows without a picture get one, one after the other, while the page is not used', async () => {
  let finish = (): void => undefined;
  makePicture.mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
  const [first, second] = show();
  await pass(4);
  use('pointermove');
  await pass(4);
  expect(makePicture).not.toHaveBeenCalled();
  await pass(2);
  expect(makePicture.mock.calls).toEqual([first]);

  await pass(60);
  expect(makePicture).toHaveBeenCalledTimes(1);
  finish();
  await pass(0);
  await pass(6);
  expect(makePicture.mock.calls).toEqual([first, second]);
  await pass(60);
  expect(makePicture).toHaveBeenCalledTimes(2);
});

test('a hidden tab makes none until it is seen again', async () => {
  setOn(document, 'visibilityState', 'hidden');
  show();
  await pass(60);
  expect(makePicture).not.toHaveBeenCalled();
  setOn(document, 'visibilityState', 'visible');
  use('visibilitychange');
  await pass(6);
  expect(makePicture).toHaveBeenCalledTimes(1);
});

test.each([{ saveData: true }, { type: 'cellular' }])(
  'none is made on a connection with %o',
  async (connection) => {
    setOn(navigator, 'connection', connection);
    show();
    await pass(60);
    expect(makePicture).not.toHaveBeenCalled();
  },
);

test('none is made after the list has gone', async () => {
  const { unmount } = renderHook(() => useIdlePictures([snapshot()]), { wrapper });
  unmount();
  await pass(60);
  expect(makePicture).not.toHaveBeenCalled();
});

test('none is made where each would open a window', async () => {
  const inCompanion = ({ children }: { children: ReactNode }) => (
    <HostProvider value={hostThat(false)}>{children}</HostProvider>
  );
  renderHook(() => useIdlePictures([snapshot()]), { wrapper: inCompanion });
  await pass(60);
  expect(makePicture).not.toHaveBeenCalled();
});
