import { relative } from 'node:path';
import { isZip } from '@stagelink/shared/staging/node/archive/unpack';
import { detectProject } from '@stagelink/shared/staging/node/detect';
import { buildEnvironment } from '@stagelink/shared/staging/node/environment';
import { builtEarlier } from '@stagelink/shared/staging/node/output';
import { isFile } from '@stagelink/shared/staging/node/quietStat';
import type { Project } from '@stagelink/shared/staging/node/project';
import type { Detected, Folder, Problem } from '../protocol/folders.ts';
import type { Environment } from './nodeVersion.ts';
import { toProblem } from './errors.ts';

export type Found = { detected: Detected } | { problem: Problem };

/** Returns where a project's output is or will be, the existing one first. */
async function outputsOf(project: Project): Promise<readonly string[]> {
  const found = project.kind === 'build' ? await builtEarlier(project).catch(() => null) : null;
  if (found === null || found === project.folder) return project.outputs;
  return [...new Set([relative(project.folder, found), ...project.outputs])];
}

/** A zip is staged like its folder, which is never built. */
const ZIP: Detected = { kind: 'static', framework: null, packageManager: null, commands: [], outputs: [] };

/** Returns what a folder or a file is, or why it cannot be staged. Runs none of its code. */
export async function detectFolder({ path, settings }: Folder, environment: Environment): Promise<Found> {
  if (isZip(path) && isFile(path)) return { detected: ZIP };
  const known = buildEnvironment(environment);
  try {
    const project = await detectProject(path, {
      buildCommand: settings.buildCommand ?? undefined,
      searched: known['PATH'] ?? known['Path'] ?? '',
    });
    const { kind, framework, packageManager, commands } = project;
    const texts = commands.map(({ text }) => text);
    const outputs = await outputsOf(project);
    return { detected: { kind, framework, packageManager, commands: texts, outputs } };
  } catch (cause) {
    return { problem: toProblem(cause) };
  }
}
