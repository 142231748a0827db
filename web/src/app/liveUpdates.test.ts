import { ada } from '@stagelink/shared/testing/builders';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { serve } from '../testing/server.ts';
import { FakeSocket, latestSocket as latest } from '../testing/socket.ts';
import { follow } from './liveUpdates.ts';
import type { LiveState } from '../lib/liveChannel.ts';
import { refreshRow } from '../features/snapshots/liveRow.ts';
import { queryClient } from '../lib/queryClient.ts';
import type { Channel } from '../lib/liveChannel.ts';

vi.mock('../features/snapshots/liveRow.ts');

let states: LiveState[];
let following: Channel;
/** Query keys invalidated since the last check. */
let stale: string[];
const look = () => {
  // Invalidations within a second run together at its end.
  vi.advanceTimersByTime(1_000);
  return stale.splice(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.opened = [];
  vi.mocked(refreshRow).mockReset();
  states = [];
  stale = [];
  serve({ 'GET /me': () => ({ user: ada }) });
  vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(async (filter) => {
    stale.push(filter?.queryKey ? filter.queryKey.join('/') : 'everything');
  });
  following = follow('/api/events', (state) => states.push(state));
});

afterEach(() => {
  following.stop();
  vi.useRealTimers();
});

describe('messages invalidate queries', () => {
  test('the lists a snapshot is in or counted in, when it is created, finished or extended, or lists come anew', () => {
    latest().accept();
    look();
    latest().say({ type: 'snapshot_created', seq: 8, snapshotId: 'abcdefghijkl' });
    expect(look()).toEqual(['snapshots', 'projects', 'onboarding/state']);
    latest().say({ type: 'snapshot_finalized', seq: 9, snapshotId: 'abcdefghijkl', version: 1 });
    expect(look()).toEqual(['onboarding/state']);
    latest().say({
      type: 'snapshot_extended',
      seq: 10,
      snapshotId: 'abcdefghijkl',
      expiresAt: '2026-12-01T00:00:00Z',
    });
    expect(look()).toEqual([]);
    expect(refreshRow).toHaveBeenCalledTimes(2);
    latest().say({ type: 'initial_data', seq: 11, snapshots: [], projects: [], unreadNotifications: 0 });
    expect(look()).toEqual(['snapshots', 'projects', 'notifications']);
  });

  test('queries affected by notifications, follows and comments', () => {
    const id = '01938c3e-0000-7000-8000-0000000000a1';
    latest().accept();
    look();
    latest().say({ type: 'notification_read', seq: 8, notificationId: id });
    expect(look()).toEqual(['notifications']);
    latest().say({ type: 'all_notifications_read', seq: 9 });
    expect(look()).toEqual(['notifications']);
    latest().say({ type: 'comment_created', seq: 10, snapshotId: 'abcdefghijkl', commentId: id });
    expect(look()).toEqual(['notifications', 'onboarding/state']);
    expect(refreshRow).toHaveBeenCalledExactlyOnceWith('abcdefghijkl');
  });

  test('one row, or one part of the account’s data, when the message names it', () => {
    latest().accept();
    look();
    latest().say({ type: 'lists_changed', seq: 8, snapshotId: 'abcdefghijkl' });
    expect(look()).toEqual(['onboarding/state']);
    expect(refreshRow).toHaveBeenCalledExactlyOnceWith('abcdefghijkl');
    latest().say({ type: 'lists_changed', seq: 9, part: 'notifications' });
    expect(look()).toEqual(['notifications']);
    latest().say({ type: 'lists_changed', seq: 10, part: 'projects' });
    expect(look()).toEqual(['projects']);
    latest().say({ type: 'lists_changed', seq: 11, part: 'account' });
    expect(look()).toEqual(['session']);
  });

  test('each question twice at most in a second, however much happens', () => {
    latest().accept();
    look();
    for (let seq = 8; seq < 508; seq += 1) latest().say({ type: 'lists_changed', seq });
    const lists = ['snapshots', 'projects', 'notifications', 'session', 'onboarding/state'];
    expect(stale).toEqual(lists);
    stale.length = 0;
    expect(look()).toEqual(lists);
    expect(look()).toEqual([]);
  });

  test('at once, during a burst of events of another kind', () => {
    latest().accept();
    look();
    latest().say({ type: 'activity', count: 10 });
    vi.advanceTimersByTime(500);
    latest().say({ type: 'activity', count: 10 });
    latest().say({
      type: 'admin_user_created',
      seq: 8,
      userId: '01938c3e-0000-7000-8000-0000000000a1',
    });
    expect(stale).toEqual(['activity', 'admin']);
    expect(look()).toEqual(['activity', 'admin', 'activity']);
  });

  test('nothing, for a ping', () => {
    latest().accept();
    look();
    latest().say({ type: 'ping' });
    expect(look()).toEqual([]);
  });

  test('everything, when a number was skipped', () => {
    latest().accept(7);
    look();
    latest().say({ type: 'snapshot_created', seq: 9, snapshotId: 'abcdefghijkl' });
    expect(look()).toEqual(['everything']);
  });

  test('a repeated event is not a gap', () => {
    latest().accept(7);
    look();
    latest().say({ type: 'snapshot_created', seq: 7, snapshotId: 'abcdefghijkl' });
    latest().say({ type: 'snapshot_created', seq: 8, snapshotId: 'abcdefghijkl' });
    const lists = ['snapshots', 'projects', 'onboarding/state'];
    expect(look()).toEqual([...lists, ...lists]);
  });

  test('without lists within two seconds everything is read by ordinary calls', () => {
    latest().dispatchEvent(new Event('open'));
    latest().say({ type: 'connected', seq: 7 });
    vi.advanceTimersByTime(1999);
    expect(stale).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(stale).toEqual(['everything']);
  });
});

describe('a lost channel', () => {
  beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));

  test('retries five times at five second intervals before the page reports it', () => {
    latest().accept();
    latest().drop();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(states.at(-1)).toBe('reconnecting');
      vi.advanceTimersByTime(4999);
      expect(FakeSocket.opened).toHaveLength(attempt);
      vi.advanceTimersByTime(1);
      expect(FakeSocket.opened).toHaveLength(attempt + 1);
      latest().drop();
    }
    expect(states.at(-1)).toBe('failed');
  });

  test('is tried again for as long as the page is open, up to thirty seconds apart', () => {
    latest().accept();
    latest().drop();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      vi.advanceTimersByTime(5000);
      latest().drop();
    }
    for (const seconds of [10, 20, 30, 30, 30]) {
      const before = FakeSocket.opened.length;
      vi.advanceTimersByTime(seconds * 1000 - 1);
      expect(FakeSocket.opened).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(FakeSocket.opened).toHaveLength(before + 1);
      latest().drop();
    }
    look();
    vi.advanceTimersByTime(30_000);
    latest().accept(40);
    expect(states.at(-1)).toBe('live');
    expect(look()).toContain('everything');
  });

  test('retries at once on request', () => {
    latest().accept();
    latest().drop();
    following.restart();
    expect(FakeSocket.opened).toHaveLength(2);
    look();
    latest().accept();
    expect(states.at(-1)).toBe('live');
    expect(look()).toContain('everything');
  });

  test.each([
    ['the browser is online again', () => window.dispatchEvent(new Event('online'))],
    ['the window has the focus', () => window.dispatchEvent(new Event('focus'))],
    ['the page is shown again', () => window.dispatchEvent(new Event('pageshow'))],
    ['the tab is looked at', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('is tried again at once when %s, and only while there is none', (_when, happen) => {
    latest().accept();
    happen();
    expect(FakeSocket.opened).toHaveLength(1);
    latest().drop();
    happen();
    expect(FakeSocket.opened).toHaveLength(2);
    happen();
    expect(FakeSocket.opened).toHaveLength(2);
    vi.advanceTimersByTime(5000);
    expect(FakeSocket.opened).toHaveLength(2);
  });

  test('invalidates everything when it is back, and may fail five times again before the page reports it', () => {
    latest().accept();
    latest().drop();
    vi.advanceTimersByTime(5000);
    look();
    latest().accept(30);
    expect(look()).toContain('everything');
    expect(states).toEqual(['connecting', 'live', 'reconnecting', 'live']);

    for (let attempt = 1; attempt <= 5; attempt += 1) {
      latest().drop();
      vi.advanceTimersByTime(5000);
    }
    expect(states.at(-1)).toBe('reconnecting');
  });

  test('is noticed although nothing closes it, when two pings did not come', () => {
    latest().accept();
    for (let ping = 0; ping < 4; ping += 1) {
      vi.advanceTimersByTime(25_000);
      latest().say({ type: 'ping' });
    }
    expect(states.at(-1)).toBe('live');
    const dead = latest();
    vi.advanceTimersByTime(55_000);
    expect(states.at(-1)).toBe('reconnecting');
    expect(dead.isClosed).toBe(true);
    vi.advanceTimersByTime(5000);
    expect(FakeSocket.opened).toHaveLength(2);
    latest().accept();
    dead.drop();
    expect(states.at(-1)).toBe('live');
  });

  test('is detected as soon as a computer wakes up', () => {
    latest().accept();
    // During sleep the clock advances and timers do not.
    vi.setSystemTime(Date.now() + 3_600_000);
    expect(states.at(-1)).toBe('live');
    window.dispatchEvent(new Event('focus'));
    expect(FakeSocket.opened).toHaveLength(2);
  });

  test('ignores message types it does not know', () => {
    latest().accept(7);
    latest().dispatchEvent(new MessageEvent('message', { data: '{"type":"weather_changed","seq":8}' }));
    look();
    latest().say({ type: 'snapshot_created', seq: 9, snapshotId: 'abcdefghijkl' });
    expect(look()).toEqual(['everything']);
    expect(states.at(-1)).toBe('live');
  });

  test.each([4001, 4003])('closed with %d is not tried again', (code) => {
    latest().accept();
    latest().drop(code);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.opened).toHaveLength(1);
    expect(states.at(-1)).toBe('failed');
  });

  test('closed because the session has ended signs the page out', async () => {
    serve({ 'GET /me': () => refusal(401, 'unauthenticated', 'Please log in first.') });
    queryClient.setQueryData(['session'], { user: ada });
    latest().accept();
    latest().drop(4001);
    await vi.waitFor(() =>
      expect(queryClient.getQueryData(['session'])).toEqual({ user: null, because: 'ended' }),
    );
  });

  test('of a deactivated account signs the page out and keeps the reason', () => {
    queryClient.setQueryData(['session'], { user: ada });
    latest().accept();
    latest().say({ type: 'account_deactivated', seq: 8, message: 'Your account has been deactivated.' });
    latest().drop(4001);
    expect(queryClient.getQueryData(['session'])).toEqual({
      user: null,
      because: 'ended',
      message: 'Your account has been deactivated.',
    });
  });

  test('that we left ourselves is not a loss', () => {
    latest().accept();
    following.stop();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.opened).toHaveLength(1);
    expect(states.at(-1)).toBe('live');
    expect(latest().isClosed).toBe(true);
  });
});
