import { detectProject } from '@stagelink/shared/staging/node/detect';
import { buildEnvironment } from '@stagelink/shared/staging/node/environment';
import type { Detected, Folder, Problem } from '../protocol/folders.ts';
import type { Environment } from './nodeVersion.ts';
import { toProblem } from './errors.ts';

export type Found = { detected: Detected } | { problem: Problem };

/** Returns what a folder is, or why it cannot be staged. Runs none of its code. */
export async function detectFolder({ path, settings }: Folder, environment: Environment): Promise<Found> {
  const known = buildEnvironment(environment);
  try {
    const { kind, framework, packageManager, commands, outputs } = await detectProject(path, {
      buildCommand: settings.buildCommand ?? undefined,
      searched: known['PATH'] ?? known['Path'] ?? '',
    });
    const texts = commands.map(({ text }) => text);
    return { detected: { kind, framework, packageManager, commands: texts, outputs } };
  } catch (cause) {
    return { problem: toProblem(cause) };
  }
}
