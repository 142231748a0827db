import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

// Who may import what, where the compiler cannot say it: packages, and the roles inside a room of the server.

const PACKAGES = ['shared', 'server', 'web', 'cli', 'extension', 'desktop', 'tests'] as const;
type Package = (typeof PACKAGES)[number];

/** Packages each one may reach into by a relative path. Across packages one imports by name. */
const MAY_USE: Record<Package, Package[]> = {
  shared: ['shared'],
  server: ['server', 'shared'],
  web: ['web', 'shared'],
  cli: ['cli', 'shared'],
  extension: ['extension', 'shared'],
  // The window shows the web app's own pages.
  desktop: ['desktop', 'shared', 'web'],
  tests: ['tests', 'shared'],
};

type Role = 'routes' | 'service' | 'policy' | 'present' | 'repo';
const MAY_IMPORT: Record<Role, Role[]> = {
  routes: ['service', 'policy', 'present', 'repo'],
  service: ['policy', 'repo', 'present', 'service'],
  policy: [],
  present: ['policy', 'repo', 'present'],
  repo: ['repo'],
};

export interface Source {
  /** From the project's folder, with slashes. */
  file: string;
  text: string;
}

interface Import {
  target: string;
  isType: boolean;
}

const IMPORT = /^\s*(?:import|export)\s+(type\s+)?(?:[^'"();]*?\sfrom\s+)?'([^']+)'/gm;

function importsOf({ file, text }: Source): Import[] {
  return [...text.matchAll(IMPORT)].map(([, type, name = '']) => ({
    target: name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name,
    isType: type !== undefined,
  }));
}

const packageOf = (file: string) => PACKAGES.find((name) => file === name || file.startsWith(`${name}/`));

function roleOf(file: string): { room: string; role: Role } | null {
  const [, room, name] = /^server\/src\/(\w+)\/(routes|service|policy|present|repo)\.ts$/.exec(file) ?? [];
  return room === undefined ? null : { room, role: name as Role };
}

/** Tests of the whole server stand on its test world; stories in a browser see it from outside only, and read their mail. */
const isTestWorld = (file: string, target: string) =>
  (/^tests\/(access|agents|faults)\//.test(file) && target.startsWith('server/src/testing/')) ||
  (file === 'tests/support/story.ts' && target === 'server/src/testing/mailbox.ts');

function packageWall(file: string, target: string): string | null {
  const from = packageOf(file);
  const named = /^@stagelink\/(\w+)/.exec(target)?.[1];
  const to = packageOf(named === undefined ? target : `${named}/`);
  if (!from || !to || MAY_USE[from].includes(to) || isTestWorld(file, target)) return null;
  return `${file} imports ${target}: ${from} may not use ${to}.`;
}

function roleWall(file: string, { target, isType }: Import): string | null {
  const from = roleOf(file);
  const to = roleOf(target);
  if (!from || !to || isType) return null;
  if (from.room !== to.room) {
    return to.role === 'routes'
      ? `${file} imports ${target}: nobody imports the routes of another room.`
      : null;
  }
  if (MAY_IMPORT[from.role].includes(to.role)) return null;
  return `${file} imports ${target}: in a room, ${from.role} may not use ${to.role}.`;
}

/** Every import that goes through a wall, as a sentence. */
export function brokenWalls(sources: Source[]): string[] {
  return sources.flatMap((source) =>
    importsOf(source).flatMap((one) => {
      const broken = [packageWall(source.file, one.target), roleWall(source.file, one)];
      return broken.filter((sentence) => sentence !== null);
    }),
  );
}

const SKIPPED = new Set(['node_modules', 'dist', 'out', 'dist-agent', 'prototypes', 'sample']);

export function readSources(root: string): Source[] {
  const sourcesIn = (folder: string): Source[] =>
    readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const file = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sourcesIn(file);
      return /\.tsx?$/.test(entry.name) ? [{ file, text: readFileSync(path.join(root, file), 'utf8') }] : [];
    });
  return PACKAGES.flatMap(sourcesIn);
}

if (import.meta.main) {
  const sources = readSources(path.resolve(import.meta.dirname, '..'));
  const broken = brokenWalls(sources);
  if (sources.length === 0) broken.push('No file was read.');
  for (const sentence of broken) process.stderr.write(`${sentence}\n`);
  process.stdout.write(`walls: ${sources.length} files read, ${broken.length} broken\n`);
  process.exitCode = broken.length > 0 ? 1 : 0;
}
