import { type LiveChannel, openLiveChannel } from '@stagelink/shared/client/liveChannel';
import { nodeSocket } from '@stagelink/shared/staging/node/nodeSocket';
import { liveRuntime, systemRuntime } from '@stagelink/shared/staging/node/runtime';
import { setTimeout as wait } from 'node:timers/promises';

// Process that holds many live channels of one user, which reconnect as those of the companion do.

export type ChannelsOrder =
  | { open: { server: string; token: string; count: number } }
  /** Answered when each channel is live. */
  | { live: true }
  /** Answered when each channel has announced the comment, or after some time. */
  | { comment: string };
/** Times in epoch milliseconds at which channels announced a comment, one a channel; else empty. */
export type ChannelsAnswer = number[];

/** Channels that connect at the same time. */
const HANDS = 50;
const PATIENCE_MS = 15_000;

const channels: LiveChannel[] = [];
const arrivals = new Map<string, number[]>();

const now = () => performance.timeOrigin + performance.now();

async function until(isSo: () => boolean, patienceMs = Infinity): Promise<void> {
  for (const deadlineMs = performance.now() + patienceMs; !isSo() && performance.now() < deadlineMs;)
    await wait(5);
}

function remember(commentId: string): void {
  const times = arrivals.get(commentId) ?? [];
  arrivals.set(commentId, times);
  times.push(now());
}

function openOne(server: string, token: string): LiveChannel {
  return openLiveChannel(
    { open: nodeSocket({ server, token, environment: {} }), runtime: liveRuntime(systemRuntime) },
    {
      onMessage: (message) => message.type === 'comment_created' && remember(message.commentId),
      onLost: () => undefined,
    },
  );
}

async function openAll({ server, token, count }: { server: string; token: string; count: number }) {
  const hand = async () => {
    while (channels.length < count) {
      const channel = openOne(server, token);
      channels.push(channel);
      await until(() => channel.state === 'live');
    }
  };
  await Promise.all(Array.from({ length: HANDS }, hand));
}

async function obey(order: ChannelsOrder): Promise<ChannelsAnswer> {
  if ('open' in order) await openAll(order.open);
  else if ('live' in order) await until(() => channels.every(({ state }) => state === 'live'));
  else {
    const times = () => arrivals.get(order.comment) ?? [];
    await until(() => times().length >= channels.length, PATIENCE_MS);
    return times();
  }
  return [];
}

process.on('message', (order: ChannelsOrder) => void obey(order).then((answer) => process.send?.(answer)));
