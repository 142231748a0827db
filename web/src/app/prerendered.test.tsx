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
    for (const text of [
      '$0',
      '3 snapshots',
      'Up to 20 MB per snapshot',
      '$6',
      '$60',
      'Save 17%',
      'Unlimited snapshots',
      'Up to 100 MB per snapshot',
      'Links for up to 90 days',
      'Have a promotion code? You can enter it at checkout.',
    ])
      expect(html).toContain(text);
    expect(html).toContain('href="/login?mode=signup&amp;plan=annual&amp;redirect=pricing"');
    expect(html).toContain('alt="The dashboard: projects, and snapshots with their reviews');
    expect(html).not.toMatch(/ style="|<button/);
  }
  expect(upgrade).toContain('Upgrade to Pro</h1>');
  expect(trial).toContain('Try Pro for 7 days</h1>');
});

test.each([
  ['session upgrade', 'Upgrade to Pro</h1>', 'data-choose="annual"'],
  ['session trial', 'Try Pro for 7 days</h1>', 'data-choose="monthly"'],
  ['session trialUsed', 'Your free trial has been used. You can subscribe instead.', 'data-mode="upgrade"'],
  [
    'session cardUsed',
    'This card has already been used for a free trial. Nothing was charged; you can subscribe instead.',
    'data-mode="upgrade"',
  ],
  ['session pro', 'You already have Pro.', 'href="/settings"'],
  ['session pastDue', 'Your last payment failed. Update your payment method to keep Pro.', 'data-portal'],
  ['session included', 'Pro is included on this server. There is no billing.', 'href="/dashboard"'],
  ['included', 'Pro is included on this server. There is no billing.', 'href="/login?mode=signup"'],
])('prices for %s say so, and lead on', (variant, sentence, action) => {
  const html = htmlOf('/pricing', variant);
  expect(html).toContain(sentence);
  expect(html).toContain(action);
  expect(html).toContain('Unlimited snapshots');
  expect(html).toContain(variant.startsWith('session') ? 'href="/dashboard"' : 'href="/"');
});

test('prices speak of taxes only where the checkout adds them', () => {
  for (const { path, variant, html } of renderPages()) {
    if (path !== '/pricing') continue;
    expect([variant, /\btax/i.test(html)]).toEqual([variant, variant.endsWith(' taxes')]);
  }
});
