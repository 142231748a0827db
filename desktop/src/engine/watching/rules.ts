import path from 'node:path';
import { OUTPUT_NAMES } from '@stagelink/shared/domain/outputFolders';
import { isFolder } from '@stagelink/shared/staging/node/folderFiles';
import { readIgnoreRules } from '@stagelink/shared/staging/node/ignoreRules';
import { isInside } from '@stagelink/shared/staging/node/output';
import type { Folder } from '../../protocol/folders.ts';

/** Version history, dependencies and caches of frameworks. */
const NO_SOURCES = new Set(
  `.git .hg .svn node_modules .idea .vscode .stagelink .vercel .netlify .wrangler
  .next .nuxt .output .svelte-kit .astro .angular .cache .turbo .parcel-cache .vite .nx .docusaurus .eleventy
  coverage bower_components`.split(/\s+/),
);
/**
 * Temporary names that programs write before renaming; Vim creates `4913` to test whether a folder is
 * writable.
 */
const PASSING = /\.tmp(\.[\w-]+)*$|^4913$/;

export interface WatchPlan {
  /** Folder to watch; it may not exist yet. */
  root: string;
  /** True for paths that are not watched, including their contents. */
  ignores: (file: string, isFolder: boolean) => boolean;
}

/** Returns the absolute path of the current or future output. */
function outputOf({ path: folder, settings, detected }: Folder, chosen: string | undefined): string {
  if (settings.output !== null) return path.resolve(folder, settings.output);
  if (chosen !== undefined) return chosen;
  const [first = detected?.kind === 'static' ? '.' : 'dist', ...others] = detected?.outputs ?? [];
  const written = [first, ...others, ...OUTPUT_NAMES].find((name) => isFolder(path.resolve(folder, name)));
  return path.resolve(folder, written ?? first);
}

/** Returns what to watch of a folder. `chosen` is the output of its last stage. */
export function watchPlan(folder: Folder, chosen: string | undefined): WatchPlan {
  const isOutput = folder.settings.watched === 'output';
  const root = isOutput ? outputOf(folder, chosen) : folder.path;
  const named = folder.settings.output === null ? (folder.detected?.outputs ?? []) : [folder.settings.output];
  const outputs = isOutput
    ? []
    : [
        ...named.map((name) => path.resolve(folder.path, name)),
        ...(chosen === undefined ? [] : [chosen]),
      ].filter((output) => output !== folder.path && isInside(output, folder.path));
  const rules = readIgnoreRules(folder.path, root);
  return {
    root,
    ignores(file, isFolder) {
      const relative = path.relative(root, file).split(path.sep).join('/');
      if (relative === '' || relative.startsWith('..')) return false;
      const name = path.basename(file);
      if (PASSING.test(name) || outputs.some((output) => isInside(file, output))) return true;
      const exclusion = rules(isFolder ? `${relative}/` : relative);
      // Hidden files are sources: `.vitepress/config.ts`, `.env`.
      if (!isOutput && exclusion === 'default') return NO_SOURCES.has(name);
      return exclusion !== null || (!isOutput && NO_SOURCES.has(name));
    },
  };
}
