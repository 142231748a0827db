import type { User } from '@stagelink/shared/contracts/accounts';
import { ada } from '@stagelink/shared/testing/builders';
import { expect, test } from 'vitest';
import { nextBilling } from './nextBilling.ts';

const paying: User = {
  ...ada,
  subscriptionStatus: 'active',
  nextBillingDate: '2026-12-14T12:00:00.000Z',
  nextBillingAmount: 1900,
};

test('cents are dollars with two decimals, and nothing is Free', () => {
  expect(nextBilling(paying)).toBe('14 December 2026 · $19.00');
  expect(nextBilling({ ...paying, nextBillingAmount: 123_456 })).toBe('14 December 2026 · $1,234.56');
  expect(nextBilling({ ...paying, nextBillingAmount: 0 })).toBe('14 December 2026 · Free');
});

test('a trial is billed when it ends', () => {
  const trial: User = { ...paying, subscriptionStatus: 'trial', nextBillingDate: null };
  expect(nextBilling({ ...trial, trialEndsAt: '2026-12-01T12:00:00.000Z' })).toBe('1 December 2026 · $19.00');
  expect(nextBilling({ ...trial, trialEndsAt: null })).toBe('$19.00');
});

test.each(['none', 'cancelled', 'past_due', 'superadmin'] as const)('%s is not billed', (status) => {
  expect(nextBilling({ ...paying, subscriptionStatus: status })).toBeNull();
});
