import type { LiveMessage } from '@stagelink/shared/contracts/live';

/** A channel's counter: tells of each message whether one was missed before it. */
export function createCounter(): (message: LiveMessage) => boolean {
  let last: number | undefined;
  return (message) => {
    if (!('seq' in message)) return false;
    // `connected` and the first `initial_data` repeat the channel's number; so does an event that was under way.
    const missed = last !== undefined && message.seq > last + 1;
    last = Math.max(last ?? 0, message.seq);
    return missed;
  };
}
