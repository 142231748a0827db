import path from 'node:path';
import { ignoreRules } from '@stagelink/shared/staging/ignoreRules';
import { pickOutput } from '@stagelink/shared/staging/output';
import type { Folder } from '../../folders.ts';

/** Where frameworks keep what they can make again. */
const CACHES = new Set(
  `.next .nuxt .output .svelte-kit .astro .angular .cache .turbo .parcel-cache .vite .nx .docusaurus .eleventy
  coverage bower_components`.split(/\s+/),
);
/** Names under which programs write before they rename; Vim tries with `4913` whether a folder is writable. */
const PASSING = /\.tmp(\.[\w-]+)*$|^4913$/;

export interface WatchPlan {
  /** The folder that is watched; it need not be there yet. */
  root: string;
  /** True for what nobody watches, and everything in it. */
  ignores: (file: string, isFolder: boolean) => boolean;
}

const isInside = (file: string, folder: string): boolean =>
  file === folder || file.startsWith(folder + path.sep);

/** Where the folder's output is or will be; absolute. */
function outputOf({ path: folder, settings, detected }: Folder, chosen: string | undefined): string {
  if (settings.output !== null) return path.resolve(folder, settings.output);
  if (chosen !== undefined) return chosen;
  const outputs = detected?.outputs ?? [];
  try {
    const kind = detected?.kind ?? 'build';
    const output = kind === 'static' ? (outputs[0] ?? null) : null;
    const project = {
      folder,
      kind,
      output,
      outputs,
      framework: null,
      packageManager: null,
      commands: [],
      advice: null,
    };
    return pickOutput(project, undefined, null);
  } catch {
    return path.resolve(folder, outputs[0] ?? 'dist');
  }
}

/** What to watch of a folder, and what not. `chosen`: the output its last stage was made of. */
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
  const rules = ignoreRules(folder.path, root);
  return {
    root,
    ignores(file, isFolder) {
      const relative = path.relative(root, file).split(path.sep).join('/');
      if (relative === '' || relative.startsWith('..')) return false;
      const name = path.basename(file);
      if (PASSING.test(name) || outputs.some((output) => isInside(file, output))) return true;
      return (!isOutput && CACHES.has(name)) || rules(relative, name, isFolder);
    },
  };
}
