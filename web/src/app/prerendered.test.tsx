import { expect, test } from 'vitest';
import { renderPages } from './prerendered.tsx';

const htmlOf = (path: string, variant: string) =>
  renderPages().find((page) => page.path === path && page.variant === variant)?.html ?? '';

test('the landing page is complete without a script', () => {
  const html = htmlOf('/', 'try');
  for (const text of ['Put your prototype on stage', 'How It Works', 'Start Staging Free', 'Features'])
    expect(html).toContain(text);
  for (const tagline of [
    'No DevOps',
    'No GitHub',
    'No finnicky envs',
    'No deployment pipelines',
    'No configs',
  ])
    expect(html).toContain(`>${tagline}<`);
  expect(html).toContain('href="/login?mode=signup"');
  expect(html).toContain('curl -F file=@site.zip {APP_URL}/api/try');
  expect(html).not.toMatch(/ style="/);
});

test('with a session it leads to the dashboard; without trying out there is no command', () => {
  const html = htmlOf('/', 'session');
  expect(html).toContain('href="/dashboard"');
  expect(html).not.toContain('Sign Up');
  expect(html).not.toContain('curl');
});

test('prices of each mode are complete without a script, and choosing leads to signing up', () => {
  const [upgrade, trial] = [htmlOf('/pricing', 'upgrade'), htmlOf('/pricing', 'trial')];
  for (const html of [upgrade, trial]) {
    for (const text of ['$6', '$60', 'Save 17%', 'Have a promotion code? You can enter it at checkout.'])
      expect(html).toContain(text);
    expect(html).toContain('href="/login?mode=signup&amp;plan=annual&amp;redirect=pricing"');
    expect(html).not.toMatch(/ style="|<button/);
  }
  expect(upgrade).toContain('Upgrade to Pro</h1>');
  expect(trial).toContain('Try Pro for 7 days</h1>');
  expect(htmlOf('/pricing', 'included')).toContain('Pro is included on this server. There is no billing.');
});
