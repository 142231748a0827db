import { type LiveChannel, openLiveChannel } from '@stagelink/shared/client/liveChannel';
import { nodeSocket } from '@stagelink/shared/staging/node/nodeSocket';
import { liveRuntime, systemRuntime } from '@stagelink/shared/staging/node/runtime';

/** A client that keeps its user's live channel open, as the companion does. */
export interface Follower {
  channel: LiveChannel;
  /** Number of the last message. */
  readonly seq: number;
  /** Messages that are missing inside an open connection: the next one had a number too high. */
  readonly gaps: number;
  /** The longest time without a connection. */
  readonly longestLossMs: number;
  readonly losses: number;
  /** Comments that it was notified about. */
  readonly comments: ReadonlySet<string>;
  /** Times at which messages about comments arrived. */
  readonly arrivals: ReadonlyMap<string, number>;
}

/** Opens a user's channel. `refetch` reads which comments there are, after messages were missed. */
export function follow(server: string, token: string, refetch: () => Promise<string[]>): Follower {
  const comments = new Set<string>();
  const arrivals = new Map<string, number>();
  let [seq, gaps, losses, longestLossMs] = [0, 0, 0, 0];
  let lostMs: number | undefined;

  const channel = openLiveChannel(
    { open: nodeSocket({ server, token, environment: {} }), runtime: liveRuntime(systemRuntime) },
    {
      onMessage(message, hasMissed) {
        if (message.type === 'connected' && lostMs !== undefined) {
          longestLossMs = Math.max(longestLossMs, performance.now() - lostMs);
          lostMs = undefined;
        } else if (hasMissed) gaps += 1;
        if (hasMissed) void refetch().then((ids) => ids.forEach((id) => comments.add(id)));
        if ('seq' in message) seq = Math.max(seq, message.seq);
        if (message.type !== 'comment_created') return;
        comments.add(message.commentId);
        arrivals.set(message.commentId, performance.now());
      },
      onLost({ isFirst }) {
        if (!isFirst) return;
        lostMs = performance.now();
        losses += 1;
      },
    },
  );
  return {
    channel,
    comments,
    arrivals,
    get seq() {
      return seq;
    },
    get gaps() {
      return gaps;
    },
    get losses() {
      return losses;
    },
    get longestLossMs() {
      return longestLossMs;
    },
  };
}
