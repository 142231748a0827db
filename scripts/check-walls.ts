import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ImportRule, importsOf, type Source } from './walls/imports.ts';
import { FOLDERS } from './setup/root.mjs';
import { overCeilings } from './walls/ceilings.ts';
import { strayDecisions } from './walls/decisions.ts';
import { circles } from './walls/graph.ts';
import { fixtureRule, packageRule } from './walls/packages.ts';
import { serverRoleRule, serverShelfRule } from './walls/server.ts';
import { componentLibraryRule, webFeatureRule, webShelfRule } from './walls/web.ts';
import { forbiddenWords } from './walls/words.ts';

// Rules that neither the compiler nor the linter can express. ARCHITECTURE.md and CONTRIBUTING.md state them.

const RULES: readonly ImportRule[] = [
  packageRule,
  fixtureRule,
  serverShelfRule,
  serverRoleRule,
  webShelfRule,
  webFeatureRule,
  componentLibraryRule,
];

/** Returns every import that breaks a rule, as a sentence. */
export function brokenWalls(sources: Source[]): string[] {
  return sources.flatMap((source) =>
    importsOf(source).flatMap((imported) =>
      RULES.map((rule) => rule(source.file, imported))
        .filter((reason) => reason !== null)
        .map((reason) => `${source.file} imports ${imported.target}: ${reason}.`),
    ),
  );
}

const SKIPPED = new Set([
  'node_modules',
  'dist',
  'out',
  'dist-agent',
  'dist-handed-over',
  'prototypes',
  'sample',
]);

export function readSources(root: string): Source[] {
  const sourcesIn = (folder: string): Source[] =>
    readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const file = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sourcesIn(file);
      return /\.(tsx?|mjs)$/.test(entry.name)
        ? [{ file, text: readFileSync(path.join(root, file), 'utf8') }]
        : [];
    });
  return FOLDERS.flatMap(sourcesIn);
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '..');
  const sources = readSources(root);
  const decisions = readdirSync(path.join(root, 'docs/decisions'));
  const counted = overCeilings(sources);
  const broken = [
    ...brokenWalls(sources),
    ...sources.flatMap(forbiddenWords),
    ...strayDecisions(decisions, sources),
    ...circles(sources),
    ...counted.broken,
  ];
  if (sources.length === 0) broken.push('No file was read.');
  for (const sentence of broken) process.stderr.write(`${sentence}\n`);
  for (const note of counted.notes) process.stdout.write(`${note}\n`);
  process.stdout.write(`walls: ${sources.length} files read, ${broken.length} broken\n`);
  process.exitCode = broken.length > 0 ? 1 : 0;
}
