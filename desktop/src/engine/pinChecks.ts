import type { Call } from '@stagelink/shared/client';
import { readPins } from '@stagelink/shared/contracts/comments';
import type { Reply } from '@stagelink/shared/contracts/endpoint';
import type { Staged } from '@stagelink/shared/contracts/staging';
import { discardVersion, publishVersion } from '@stagelink/shared/contracts/versionHistory';
import { cancelled } from '@stagelink/shared/staging/errors';
import type { Folder, PinCounts } from '../folders.ts';
import type { Tell } from './engine.ts';
import type { PinsWanted } from './protocol.ts';

type Pin = Reply<typeof readPins>['pins'][number];

/** What became of a version that had to wait until its pins were looked for. */
export interface Looked {
  isPublished: boolean;
  pins: PinCounts;
}

function countPins(pins: readonly Pin[]): PinCounts {
  const countOf = (status: Pin['status']) => pins.filter((pin) => pin.status === status).length;
  return {
    found: countOf('found'),
    doubtful: countOf('doubtful'),
    lost: countOf('lost'),
    unknown: countOf('elsewhere'),
  };
}

/**
 * Whether a pin stands worse on the new version than on the one the link shows, where what nobody has looked at counts
 * as found. What is lost there already is no reason to hold up the next version too.
 */
export function isWorse(next: readonly Pin[], shown: readonly Pin[]): boolean {
  const before = new Map(shown.map(({ commentId, status }) => [commentId, status]));
  return next.some(({ commentId, status }) => {
    const was = before.get(commentId) ?? 'elsewhere';
    return (
      status !== 'found' &&
      (was === 'found' || was === 'elsewhere' || (was === 'doubtful' && status === 'lost'))
    );
  });
}

/** Best effort: its owner finds it among the versions, and can throw it away too. */
async function discard(call: Call, id: string, version: number): Promise<void> {
  await call(discardVersion, { id, version }).catch(() => {});
}

/** Has versions that wait looked at by whoever can render them, and lets those be shown that lose no pin. */
export class PinChecks {
  private readonly looking = new Map<string, () => void>();
  private readonly tell: Tell;

  constructor(tell: Tell) {
    this.tell = tell;
  }

  /** The version of this folder has been looked at, as far as that was possible. */
  looked(folderId: string): void {
    this.looking.get(folderId)?.();
  }

  /**
   * Null when the link shows the version already. What waited before it has lost its turn either way. Throws what the
   * server refuses, and when it is cancelled; then the version is thrown away.
   */
  async settle(folder: Folder, staged: Staged, call: Call, signal: AbortSignal): Promise<Looked | null> {
    const { snapshot, version, waits } = staged;
    const looked = waits && (await this.decide(folder, staged, call, signal));
    const before = folder.link?.waiting;
    if (before && before.version < version) await discard(call, snapshot.id, before.version);
    return looked;
  }

  private async decide(
    { id: folderId, accountId }: Folder,
    { snapshot, version, contentUrl }: Staged,
    call: Call,
    signal: AbortSignal,
  ): Promise<Looked> {
    const { id } = snapshot;
    try {
      await this.look({ folderId, accountId, snapshotId: id, version, contentUrl }, signal);
      const [{ pins }, { pins: shown }] = await Promise.all([
        call(readPins, { id, version }),
        call(readPins, { id, version: snapshot.version }),
      ]);
      const isPublished = !isWorse(pins, shown);
      if (isPublished) await call(publishVersion, { id, version });
      return { isPublished, pins: countPins(pins) };
    } catch (cause) {
      await discard(call, id, version);
      throw cause;
    }
  }

  private look(wanted: PinsWanted, signal: AbortSignal): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const leave = (): void => reject(cancelled());
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      this.looking.set(wanted.folderId, resolve);
      this.tell('pins.wanted', wanted);
    }).finally(() => this.looking.delete(wanted.folderId));
  }
}
