import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SnapshotPicture } from './SnapshotPicture.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const show = (picture: string) => render(<SnapshotPicture picture={picture} name="Meadow" />);
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('a picture is fetched once it has been in place for a moment', () => {
  const { container } = show('/first.webp');
  pass(100);
  expect(container.querySelector('img')).toBeNull();
  pass(100);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/first.webp');
});

test('a picture that is passed by is not fetched', () => {
  const { container, rerender } = show('/second.webp');
  pass(100);
  rerender(<SnapshotPicture picture="/third.webp" name="Meadow" />);
  pass(100);
  expect(container.querySelector('img')).toBeNull();
});

test('without a picture there is a plain tile with the first letter', () => {
  const { container } = render(<SnapshotPicture picture={null} name=" éclair" />);
  expect(container.textContent).toBe('É');
});

test('a picture that has loaded before is shown at once', () => {
  const first = show('/fourth.webp');
  pass(200);
  fireEvent.load(first.container.querySelector('img') as HTMLImageElement);
  cleanup();
  expect(show('/fourth.webp').container.querySelector('img')).not.toBeNull();
});
