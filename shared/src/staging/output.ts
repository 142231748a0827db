import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Project } from './detect.ts';
import { StageError } from './errors.ts';

/** Where builds put their output when the framework does not say. `public` is not among them: it is usually source. */
const USUAL = [
  'dist',
  'build',
  'out',
  '_site',
  '.output/public',
  'www',
  'docs/.vitepress/dist',
  '.vitepress/dist',
  'storybook-static',
];

const isFolder = (folder: string): boolean =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
const hasIndex = (folder: string): boolean => existsSync(path.join(folder, 'index.html'));

/** The folder itself, or the one level or two below it where Angular and monorepo builds nest theirs. */
function withIndex(folder: string): string | null {
  if (!isFolder(folder)) return null;
  if (hasIndex(folder)) return folder;
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const below = new Set(['browser', ...inside.flatMap(({ name }) => [`${name}/browser`, name])]);
  const found = [...below].map((name) => path.join(folder, name)).filter(hasIndex);
  return found.length === 1 ? (found[0] ?? null) : null;
}

const newestIndex = (folder: string): number => statSync(path.join(folder, 'index.html')).mtimeMs;

/**
 * Picks the folder to stage: the one asked for, else the framework's, else the usual one that was written last.
 * Absolute. Throws `no_output` when it is missing or empty, `no_index` when it has no index.html.
 */
export function pickOutput(project: Project, asked: string | undefined): string {
  if (asked !== undefined) return checkedOutput(path.resolve(project.folder, asked));
  for (const output of project.outputs) {
    const found = withIndex(path.resolve(project.folder, output));
    if (found !== null) return realpathSync(found);
  }
  const candidates = USUAL.map((name) => withIndex(path.join(project.folder, name))).filter(
    (found) => found !== null,
  );
  const [newest] = candidates.sort((a, b) => newestIndex(b) - newestIndex(a));
  if (newest !== undefined) return realpathSync(newest);
  const named = [...project.outputs, ...USUAL]
    .map((name) => path.resolve(project.folder, name))
    .find(isFolder);
  if (named !== undefined && named !== project.folder) return checkedOutput(named);
  throw new StageError(
    'no_output',
    `${project.kind === 'build' ? 'The build finished, but there' : 'There'} is no output folder with an index.html in ${project.folder}.`,
    'Say where it is with the output option, such as “dist”.',
  );
}

function checkedOutput(folder: string): string {
  if (!isFolder(folder)) {
    throw new StageError(
      'no_output',
      `There is no output folder at ${folder}.`,
      'Check the output folder’s name and that the build writes it.',
    );
  }
  if (readdirSync(folder).length === 0) {
    throw new StageError(
      'no_output',
      `The output folder ${folder} is empty.`,
      'Check what the build writes and where.',
    );
  }
  if (!hasIndex(folder)) {
    throw new StageError(
      'no_index',
      `The output folder ${folder} has no index.html.`,
      'A snapshot opens at index.html: build one, or name the folder that has it.',
    );
  }
  return realpathSync(folder);
}
