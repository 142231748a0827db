import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CLOSE } from '../contracts/live.ts';
import {
  ABNORMAL_CLOSE,
  type LiveChannel,
  type LiveOptions,
  type Loss,
  openLiveChannel,
  type SocketEvents,
} from './liveChannel.ts';

interface TestSocket extends SocketEvents {
  isClosed: boolean;
}

interface Timer {
  dueMs: number;
  callback: () => void;
}

let clockMs: number;
let chance: number;
let timers: Set<Timer>;
let timersStarted: number;
let sockets: TestSocket[];
let channel: LiveChannel;

beforeEach(() => {
  clockMs = 1_000_000;
  chance = 0;
  timers = new Set();
  timersStarted = 0;
  sockets = [];
});

/** Lets time pass, with timers in the order they are due. */
function pass(seconds: number): void {
  const end = clockMs + seconds * 1000;
  for (;;) {
    const [next] = [...timers].filter(({ dueMs }) => dueMs <= end).sort((a, b) => a.dueMs - b.dueMs);
    if (!next) break;
    clockMs = next.dueMs;
    timers.delete(next);
    next.callback();
  }
  clockMs = end;
}

function open(options: Partial<LiveOptions> = {}) {
  const listener = { onOpen: vi.fn(), onMessage: vi.fn(), onUnknown: vi.fn(), onLost: vi.fn() };
  channel = openLiveChannel(
    {
      open(events) {
        const socket = { ...events, isClosed: false };
        sockets.push(socket);
        return { close: () => void (socket.isClosed = true) };
      },
      runtime: {
        epochMs: () => clockMs,
        random: () => chance,
        after(milliseconds, callback) {
          const timer = { dueMs: clockMs + milliseconds, callback };
          timers.add(timer);
          timersStarted += 1;
          return () => void timers.delete(timer);
        },
      },
      ...options,
    },
    listener,
  );
  return listener;
}

function latest(): TestSocket {
  const socket = sockets.at(-1);
  if (!socket) throw new Error('no socket has been opened');
  return socket;
}
const say = (message: object) => latest().onMessage(JSON.stringify(message));
function accept(seq = 4): void {
  latest().onOpen();
  say({ type: 'connected', seq });
}
const created = (seq: number) => ({
  type: 'comment_created',
  seq,
  snapshotId: 'abcdefghij',
  commentId: '01938c3e-0000-7000-8000-0000000000a1',
});

describe('messages', () => {
  test('a gap in the numbers is reported with the message after it', () => {
    const { onMessage } = open();
    accept(4);
    say(created(5));
    say(created(5));
    say({ type: 'ping' });
    say(created(9));
    expect(onMessage.mock.calls.map(([, hasMissed]) => hasMissed as boolean)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  test('an unknown message and one that is not JSON are ignored, and the channel stays live', () => {
    const { onMessage, onUnknown } = open();
    accept(4);
    say({ type: 'word_of_the_future', seq: 5 });
    latest().onMessage('no JSON');
    expect(onMessage).toHaveBeenCalledTimes(1);
    expect(onUnknown).toHaveBeenCalledTimes(2);
    expect(channel.state).toBe('live');
  });

  test('the first message after a loss reports that messages were missed, whatever its number', () => {
    const { onMessage } = open();
    accept(4);
    latest().onClose(1006);
    pass(5);
    accept(4);
    expect(onMessage).toHaveBeenLastCalledWith(expect.objectContaining({ type: 'connected' }), true);
  });

  test('a socket that was given up is not listened to', () => {
    const { onMessage } = open();
    const [first] = sockets;
    pass(55);
    expect(first?.isClosed).toBe(true);
    first?.onMessage(JSON.stringify({ type: 'connected', seq: 1 }));
    expect(onMessage).not.toHaveBeenCalled();
  });
});

describe('a lost connection', () => {
  test('is attempted again every five seconds, then less and less often, and reported after five attempts', () => {
    const { onLost } = open();
    const waits = [5, 5, 5, 5, 5, 10, 20, 30, 30];
    for (const seconds of waits) {
      latest().onClose(1006);
      expect(channel.state).toBe('reconnecting');
      const before = sockets.length;
      pass(seconds - 0.001);
      expect(sockets).toHaveLength(before);
      pass(0.001);
      expect(sockets).toHaveLength(before + 1);
    }
    const reported = onLost.mock.calls.map(([loss]) => (loss as Loss).isReported);
    expect(reported).toEqual([...Array(5).fill(false), ...Array(4).fill(true)]);
  });

  test('is attempted again up to two fifths earlier, as chance wants', () => {
    open();
    chance = 1;
    for (const seconds of [3, 3, 3, 3, 3, 6, 12, 18]) {
      latest().onClose(1006);
      const before = sockets.length;
      pass(seconds - 0.001);
      expect(sockets).toHaveLength(before);
      pass(0.001);
      expect(sockets).toHaveLength(before + 1);
    }
  });

  test('counts its failures anew once it is live', () => {
    const { onLost } = open();
    for (let attempt = 0; attempt < 7; attempt += 1) {
      latest().onClose(1006);
      pass(30);
    }
    accept();
    latest().onClose(1006);
    expect(onLost).toHaveBeenLastCalledWith(
      { isFirst: true, isReported: false, code: ABNORMAL_CLOSE },
      'reconnecting',
    );
  });

  test('is noticed by its silence', () => {
    const { onLost } = open();
    accept();
    pass(50);
    say({ type: 'ping' });
    pass(54);
    expect(channel.state).toBe('live');
    pass(1);
    expect(onLost).toHaveBeenCalledOnce();
    expect(latest().isClosed).toBe(true);
  });

  test('is watched for without a timer for each message', () => {
    open();
    accept();
    const before = timersStarted;
    for (let at = 0; at < 100; at += 1) say({ type: 'ping' });
    expect(timersStarted).toBe(before);
  });

  test('is attempted at once when the network is back, and only while there is none', () => {
    open();
    accept();
    channel.wake();
    expect(sockets).toHaveLength(1);
    latest().onClose(1006);
    channel.wake();
    channel.wake();
    expect(sockets).toHaveLength(2);
  });

  test('is noticed when a computer that slept is used again', () => {
    open();
    accept();
    // The clock runs on while timers are paused.
    clockMs += 3_600_000;
    channel.wake();
    expect(sockets).toHaveLength(2);
    expect(sockets[0]?.isClosed).toBe(true);
  });
});

describe('a closed channel', () => {
  test.each([CLOSE.signedOut, CLOSE.noLongerAllowed])(
    'stays closed after code %d, until a restart',
    (code) => {
      const { onLost, onMessage } = open();
      accept();
      latest().onClose(code);
      expect(onLost).toHaveBeenCalledWith({ isFirst: true, isReported: false, code }, 'closed');
      channel.wake();
      pass(600);
      expect(sockets).toHaveLength(1);
      channel.restart();
      expect(sockets).toHaveLength(2);
      expect(channel.state).toBe('connecting');
      accept();
      expect(onMessage).toHaveBeenLastCalledWith(expect.objectContaining({ type: 'connected' }), true);
    },
  );

  test('is attempted again where the code is not final for this client', () => {
    open({ finalCodes: [] });
    latest().onClose(CLOSE.signedOut);
    pass(5);
    expect(sockets).toHaveLength(2);
  });

  test('is closed for good once it is stopped', () => {
    const { onLost, onMessage } = open();
    const socket = latest();
    channel.stop();
    expect(socket.isClosed).toBe(true);
    socket.onClose(1000);
    socket.onMessage(JSON.stringify({ type: 'connected', seq: 1 }));
    channel.restart();
    channel.wake();
    pass(600);
    expect(sockets).toHaveLength(1);
    expect(onLost).not.toHaveBeenCalled();
    expect(onMessage).not.toHaveBeenCalled();
  });
});
