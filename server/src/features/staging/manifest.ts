import { pathsProblem } from '@stagelink/shared/domain/paths';
import { bytes } from '@stagelink/shared/domain/format';
import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import { type EnforcedLimits, planLimit } from '../identity/accounts/plan.ts';
import { AppError } from '../../platform/http/errors.ts';
import { quote } from '@stagelink/shared/staging/node/archive/errors';

export const totalBytes = (files: ManifestFile[]) => files.reduce((sum, { size }) => sum + size, 0);

/** Maps hashes to sizes. Throws if a hash has two sizes. */
export function sizesOf(files: ManifestFile[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { path, sha256, size } of files) {
    const other = sizes.get(sha256);
    if (other !== undefined && other !== size) {
      throw new AppError(
        'invalid_manifest',
        `${quote(path)} is listed with ${size} bytes, but another file with the same SHA-256 has ${other}.`,
        { field: 'files' },
      );
    }
    sizes.set(sha256, size);
  }
  return sizes;
}

/** Throws if a manifest is invalid on its own: its paths and its sizes. */
export function checkManifest(files: ManifestFile[]): void {
  const found = pathsProblem(files.map(({ path }) => path));
  if (found) {
    throw new AppError('invalid_manifest', `The file ${quote(found.path)} ${found.problem}.`, {
      field: 'files',
    });
  }
  sizesOf(files);
}

/** Throws if a version of this size exceeds the plan. */
export function assertSnapshotBytes(total: number, limits: EnforcedLimits): void {
  const { snapshotBytes } = limits;
  if (total > snapshotBytes) {
    throw planLimit(
      limits,
      `These files have ${bytes(total, Math.ceil)}; your plan allows ${bytes(snapshotBytes)} a snapshot.`,
    );
  }
}
