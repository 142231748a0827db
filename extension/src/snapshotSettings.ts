import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import type { SnapshotSettings } from '@stagelink/shared/staging/core/uploadPlan';

/** Returns the settings of a new snapshot. A restage sends none, so name, password and expiry stay. */
export function toSnapshotSettings(
  name: string,
  snapshotId: string | undefined,
  hasPassword: boolean,
): SnapshotSettings {
  if (snapshotId !== undefined) return { snapshotId };
  return {
    ...(name === '' ? {} : { name: name.slice(0, NAME_MAX) }),
    ...(hasPassword ? {} : { password: null }),
  };
}
