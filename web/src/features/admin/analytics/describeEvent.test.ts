import type { ActivityEvent } from '@stagelink/shared/contracts/admin';
import { EventType } from '@stagelink/shared/contracts/analytics';
import { describe, expect, test } from 'vitest';
import { describeEvent, snapshotOf } from './describeEvent.ts';

const event = (
  eventType: ActivityEvent['eventType'],
  eventData: ActivityEvent['eventData'] = {},
): ActivityEvent => ({
  id: 'fd1c6d65-76d6-4a5c-b5a5-0d6f3e6f6f01',
  eventType,
  eventData,
  userId: null,
  userName: null,
  page: '',
  timestamp: '2026-11-24T12:00:00.000Z',
});

describe('the sentence of an event', () => {
  test.each(EventType.options)('exists for %s', (type) => {
    expect(describeEvent(event(type))).toMatch(/^[a-z].*[a-zA-Z\d)]$/);
  });

  test.each([
    [{ amount: 6000 }, 'paid $60.00'],
    [{ amount: '600' }, 'paid $6.00'],
    [{}, 'paid $6.00'],
    [{ amount: 'a lot' }, 'paid $6.00'],
    [{ amount: { cents: 1 } }, 'paid $6.00'],
  ])('names the amount of %j', (data, sentence) => {
    expect(describeEvent(event('payment_succeeded', data))).toBe(sentence);
  });

  test('names the number of views that an event sums up', () => {
    expect(describeEvent(event('snapshot_viewed', { views: 1 }))).toBe('viewed a snapshot');
    expect(describeEvent(event('snapshot_downloaded', { version: '2' }))).toBe('downloaded a snapshot');
    expect(describeEvent(event('snapshot_viewed', { views: 12 }))).toBe('viewed a snapshot 12 times');
  });

  test('names the plan, the end of a trial and the act', () => {
    expect(describeEvent(event('subscription_started', { plan: 'yearly' }))).toBe(
      'subscribed to Pro (yearly)',
    );
    expect(describeEvent(event('trial_ended', { converted: true }))).toBe(
      'finished the free trial and stayed on Pro',
    );
    expect(describeEvent(event('trial_ended', { converted: false }))).toBe('finished the free trial');
    expect(describeEvent(event('admin_action', { action: 'user_deactivated' }))).toBe(
      'acted as superadmin: user deactivated',
    );
  });

  test('a snapshot is found in the data only as text', () => {
    expect(snapshotOf(event('snapshot_viewed', { snapshotId: 'k3n9' }))).toBe('k3n9');
    expect(snapshotOf(event('snapshot_viewed', { snapshotId: ['k3n9'] }))).toBeNull();
  });
});
