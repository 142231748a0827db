import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import type { About } from '@stagelink/shared/staging/stage';

/** What is said about a snapshot: a restage says nothing, so that its name, password and expiry stay. */
export function aboutOf(name: string, snapshotId: string | undefined, hasPassword: boolean): About {
  if (snapshotId !== undefined) return { snapshotId };
  return {
    ...(name === '' ? {} : { name: name.slice(0, NAME_MAX) }),
    ...(hasPassword ? {} : { password: null }),
  };
}
