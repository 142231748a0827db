import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import { pathsProblem } from '@stagelink/shared/contracts/paths';
import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import { AppError } from '../http/errors.ts';
import { quote } from './zip/refusals.ts';

const MB = 1024 * 1024;

/** Bytes as a person reads them. Rounded up, so that what is too much never reads like what is allowed. */
export const megabytes = (bytes: number) => `${Math.ceil((bytes / MB) * 10) / 10} MB`;

export const totalBytes = (files: ManifestFile[]) => files.reduce((sum, { size }) => sum + size, 0);

/** Size by hash. A hash that is said to have two sizes is a mistake of the sender. */
export function sizesOf(files: ManifestFile[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { path, sha256, size } of files) {
    const other = sizes.get(sha256);
    if (other !== undefined && other !== size) {
      throw new AppError(
        'invalid_manifest',
        `${quote(path)} is said to have ${size} bytes, but another file with the same SHA-256 has ${other}.`,
        { field: 'files' },
      );
    }
    sizes.set(sha256, size);
  }
  return sizes;
}

/** Throws what is wrong with a manifest on its own: its paths, its sizes, its total against the plan. */
export function checkManifest(files: ManifestFile[], { snapshotBytes }: PlanLimits): void {
  const found = pathsProblem(files.map(({ path }) => path));
  if (found) {
    throw new AppError('invalid_manifest', `The file ${quote(found.path)} ${found.problem}.`, {
      field: 'files',
    });
  }
  sizesOf(files);
  const total = totalBytes(files);
  if (total > snapshotBytes) {
    throw new AppError(
      'plan_limit',
      `These files have ${megabytes(total)}; your plan allows ${megabytes(snapshotBytes)} a snapshot.`,
    );
  }
}
