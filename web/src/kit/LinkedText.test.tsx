import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LinkedText } from './LinkedText.tsx';

const { origin } = window.location;

test('an address of this server is a link, without the full stop after it', () => {
  const text = `Your plan is full. See ${origin}/settings.`;
  const { container } = render(<LinkedText text={text} />);
  expect(screen.getByRole('link').getAttribute('href')).toBe(`${origin}/settings`);
  expect(container.textContent).toBe(text);
});

test('the address of the prices is a button with their name', () => {
  const { container } = render(
    <LinkedText text={`Your plan is full. Upgrade at ${origin}/pricing?mode=upgrade. Or wait.`} />,
  );
  const link = screen.getByRole('link', { name: 'Upgrade to Pro' });
  expect(link.getAttribute('href')).toBe(`${origin}/pricing?mode=upgrade`);
  expect(container.textContent).toBe('Your plan is full. Upgrade to Pro Or wait.');
});

test.each([
  'Nothing to press here.',
  'See https://elsewhere.example/pricing.',
  `See ${origin}.evil.example/x.`,
  `Upgrade at ${origin}.evil.example/pricing.`,
])('there is no link in “%s”', (text) => {
  const { container } = render(<LinkedText text={text} />);
  expect(screen.queryByRole('link')).toBeNull();
  expect(container.textContent).toBe(text);
});
