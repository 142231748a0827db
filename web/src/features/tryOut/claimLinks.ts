import { readStored, writeStored } from '../../lib/localStore.ts';

const keyOf = (snapshotId: string) => `claim-${snapshotId}`;

/** The secret of the claim link that this browser got or opened, or null. */
export const claimSecretOf = (snapshotId: string): string | null => readStored(keyOf(snapshotId));

export const rememberClaim = (snapshotId: string, secret: string): void =>
  void writeStored(keyOf(snapshotId), secret);

export const forgetClaim = (snapshotId: string): void => void writeStored(keyOf(snapshotId), null);

const CLAIMING = 'stagelink-claiming';

/** Keeps in this tab that the visitor signs in to claim. */
export function keepClaiming(secret: string): void {
  try {
    sessionStorage.setItem(CLAIMING, secret);
  } catch {
    // The visitor presses the button once more if there is no storage.
  }
}

/** Returns once whether the visitor signed in to claim. */
export function takeClaiming(secret: string): boolean {
  try {
    const isClaiming = sessionStorage.getItem(CLAIMING) === secret;
    sessionStorage.removeItem(CLAIMING);
    return isClaiming;
  } catch {
    return false;
  }
}

/** The part after `#`, which no server receives. */
export const claimPath = (secret: string): string => `/claim#${secret}`;
