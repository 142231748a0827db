import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { later } from './later.tsx';

test('a part that loads later shows its fallback until then', async () => {
  const Part = later(() => Promise.resolve({ words: 'Loaded' }));
  render(<Part fallback="Coming">{({ words }) => words}</Part>);
  expect(screen.getByText('Coming')).toBeDefined();
  expect(await screen.findByText('Loaded')).toBeDefined();
});

test('a part that cannot be loaded says so, and the rest of the page stays', async () => {
  // React reports what a boundary has caught.
  const reported = vi.spyOn(console, 'error').mockReturnValue();
  const Part = later<{ words: string }>(() => Promise.reject(new Error('offline')));
  render(
    <>
      <p>The rest</p>
      <Part>{({ words }) => words}</Part>
    </>,
  );
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(screen.getByText('The rest')).toBeDefined();
  reported.mockRestore();
});
