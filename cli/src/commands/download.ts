import { getSnapshot } from '@stagelink/shared/contracts/snapshots';
import { bytes, count } from '@stagelink/shared/domain/format';
import { renamedLines, saveVersion } from '@stagelink/shared/staging/node/saveVersion';
import path from 'node:path';
import type { Context, Result } from '../context.ts';
import { plainLine } from '../sanitizeTerminal.ts';
import { connectFor, findTarget } from '../target.ts';

export interface DownloadOptions {
  of?: number;
  output?: string;
}

/** Saves a version of a snapshot as a zip. */
export async function run(
  context: Context,
  given: string | undefined,
  { of, output = '.' }: DownloadOptions,
): Promise<Result> {
  const connection = await connectFor(context, given);
  const { id } = findTarget(context, connection, given);
  const { snapshot } = await connection.call(getSnapshot, { id });
  const version = of ?? snapshot.version;
  const target = path.resolve(context.cwd, output);
  const saved = await saveVersion(connection, { id, version, target });
  const { file, fileCount, totalBytes, renamed } = saved;
  const size = `${count(fileCount, 'file')}, ${bytes(totalBytes)}`;
  return {
    data: { id, version, file, fileCount, totalBytes, renamed },
    lines: [
      ...renamedLines(saved).map(plainLine),
      plainLine(`Saved version ${version} of “${snapshot.name}” (${size}):`),
      file,
    ],
  };
}
