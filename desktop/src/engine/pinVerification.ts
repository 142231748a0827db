import type { Call } from '@stagelink/shared/client/call';
import { readPins } from '@stagelink/shared/contracts/comments';
import type { Reply } from '@stagelink/shared/contracts/endpoint';
import type { Staged } from '@stagelink/shared/contracts/staging';
import { discardVersion, publishVersion } from '@stagelink/shared/contracts/versions';
import { type PinState, stateOf } from '@stagelink/shared/domain/pins';
import { cancelled } from '@stagelink/shared/staging/core/errors';
import type { Folder } from '../protocol/folders.ts';
import type { PinCounts } from '@stagelink/shared/domain/pinSummary';
import type { EmitSignal } from '../protocol/engine.ts';
import type { PinVerificationRequest } from '../protocol/engine.ts';

type Pin = Reply<typeof readPins>['pins'][number];

/** What became of a version whose pins were verified. */
export interface PinResult {
  isPublished: boolean;
  pins: PinCounts;
}

function countPins(pins: readonly Pin[]): PinCounts {
  const countOf = (state: PinState) => pins.filter((pin) => stateOf(pin) === state).length;
  return {
    found: countOf('found'),
    doubtful: countOf('doubtful'),
    lost: countOf('lost'),
    removed: countOf('removed'),
    unknown: countOf('elsewhere'),
  };
}

/**
 * Whether a pin has a worse result on the new version than on the published one, where an unverified pin
 * counts as found. A pin that is already lost does not hold up the next version.
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

/** Best effort: the owner can discard it in the version history. */
async function discard(call: Call, id: string, version: number): Promise<void> {
  await call(discardVersion, { id, version }).catch(() => {});
}

/** Has drafts verified in a hidden window and publishes those that lose no pin. */
export class PinVerifier {
  readonly #verifying = new Map<string, () => void>();
  readonly #emit: EmitSignal;

  constructor(emit: EmitSignal) {
    this.#emit = emit;
  }

  /** Called when a folder's draft was verified, as far as possible. */
  verified(folderId: string): void {
    this.#verifying.get(folderId)?.();
  }

  /**
   * Returns null when the version is published already. Replaces an earlier draft. Throws server errors and
   * cancellation; then discards the version.
   */
  async decideDraft(
    folder: Folder,
    staged: Staged,
    call: Call,
    signal: AbortSignal,
  ): Promise<PinResult | null> {
    const { snapshot, version, draft } = staged;
    const verified = draft && (await this.#decide(folder, staged, call, signal));
    const before = folder.link?.waiting;
    if (before && before.version < version) await discard(call, snapshot.id, before.version);
    return verified;
  }

  async #decide(
    { id: folderId, accountId }: Folder,
    { snapshot, version, contentUrl }: Staged,
    call: Call,
    signal: AbortSignal,
  ): Promise<PinResult> {
    const { id } = snapshot;
    try {
      await this.#verify({ folderId, accountId, snapshotId: id, version, contentUrl }, signal);
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

  #verify(wanted: PinVerificationRequest, signal: AbortSignal): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const leave = (): void => reject(cancelled());
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      this.#verifying.set(wanted.folderId, resolve);
      this.#emit('pins.wanted', wanted);
    }).finally(() => this.#verifying.delete(wanted.folderId));
  }
}
