/** What bundlers and servers put before the path of a source file. */
const PREFIX =
  /^(?:[a-z][a-z+-]*:\/\/[^/]*|webpack-internal:\/\/\/|\/@fs|\[project\]|\(.{1,40}\))+(?=\/|$)|^[A-Za-z]:(?=[/\\])/i;
/** Folders in which the code of a project is, the outermost first. */
const OUTERMOST = ['packages', 'apps', 'libs'];
const INNER = ['src', 'app', 'pages', 'components', 'lib', 'routes', 'views', 'client', 'web'];
/** Folders whose files the maker of a project did not write. */
const FOREIGN = /(?:^|\/)(?:node_modules|\.pnpm|\.vite|webpack|bower_components)(?:\/|$)/;

/** Where projects are on a computer. Svelte 4 leaves out the slash before it. */
const MACHINE = /^(?:Users|home|root|tmp|var|private|mnt|Volumes)\/(?:[^/]+\/){2}/i;

/** A path in a project, and whether the folder of the project is known. */
export interface ProjectPath {
  path: string;
  /** False: only the end of the path is left. */
  isWhole: boolean;
}

function fromProject(parts: readonly string[]): ProjectPath {
  const outermost = parts.findLastIndex((part) => OUTERMOST.includes(part));
  const source = parts.lastIndexOf('src');
  const inner = source === -1 ? parts.findLastIndex((part) => INNER.includes(part)) : source;
  // `packages/ui/src/Button.tsx`, but not the folder of a computer that all projects are in.
  const isOutermost = outermost !== -1 && inner > outermost && inner - outermost <= 2;
  const start = isOutermost ? outermost : inner;
  const isWhole = start !== -1 && start < parts.length - 1;
  return { path: parts.slice(isWhole ? start : -1).join('/'), isWhole };
}

/**
 * Returns the part of a source file’s path that is inside its project, without anything about its maker’s
 * computer. Null for what is no such path, and for files of libraries.
 */
export function projectPath(given: string): ProjectPath | null {
  const clean = given.replaceAll('\\', '/').replace(/[?#].*$/s, '');
  const rest = clean.replace(PREFIX, '');
  if (FOREIGN.test(rest) || /\p{Cc}/u.test(rest)) return null;
  const parts = rest.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.length === 0 || !/\.\w{1,10}$/.test(parts.at(-1) ?? '')) return null;
  const isRelative = !/^[/~]/.test(rest) && !MACHINE.test(rest) && rest === clean;
  const leading = parts.findIndex((part) => part !== '..');
  const inside = parts.slice(leading);
  if (inside.includes('..') || leading === -1) return null;
  const known = isRelative && leading === 0 ? null : fromProject(inside);
  // A map names its sources from the folder of the build.
  return known?.isWhole || (known && !isRelative) ? known : { path: inside.join('/'), isWhole: true };
}
