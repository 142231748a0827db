import { detectProject } from '@stagelink/shared/staging/detect';
import { buildEnvironment } from '@stagelink/shared/staging/environment';
import type { Detected, Folder, Problem } from '../folders.ts';
import type { Environment } from './environment.ts';
import { toProblem } from './problems.ts';

export type Found = { detected: Detected } | { problem: Problem };

/** What a folder is, or why it cannot be staged as it is. Runs nothing of it. */
export async function lookAt({ path, settings }: Folder, environment: Environment): Promise<Found> {
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
