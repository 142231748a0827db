import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGES, ROOT } from './setup/root.mjs';
import { isTest } from './walls/imports.ts';

type Kind = 'production' | 'tests' | 'CSS' | 'tools';

interface Total {
  files: number;
  lines: number;
}

/** Returns what a file of the repository counts as, or null. Fixtures and landed migrations are no source to read. */
export function kindOf(file: string): Kind | null {
  if (/\/(prototypes|published|sample)\/|^server\/migrations\//.test(file)) return null;
  if (file.endsWith('.css')) return 'CSS';
  if (!/\.(tsx?|mjs)$/.test(file)) return null;
  if (isTest(file) || file.startsWith('tests/')) return 'tests';
  return /^(scripts|tools)\//.test(file) ? 'tools' : 'production';
}

/** Sums up files and lines by kind. */
export function totalsOf(sources: Iterable<{ file: string; text: string }>): Record<Kind, Total> {
  const totals: Record<Kind, Total> = {
    production: { files: 0, lines: 0 },
    tests: { files: 0, lines: 0 },
    CSS: { files: 0, lines: 0 },
    tools: { files: 0, lines: 0 },
  };
  for (const { file, text } of sources) {
    const kind = kindOf(file);
    if (!kind) continue;
    totals[kind].files += 1;
    totals[kind].lines += text.split('\n').length - 1;
  }
  return totals;
}

/** What builds and checks write beside the packages. */
const CACHES: ReadonlySet<string> = new Set(['.cache', '.vite', '.vite-temp']);

/** Counts installed files and their bytes. Links are not followed: they lead to packages that are counted themselves. */
export function installed(folder: string): { files: number; bytes: number } {
  let [files, bytes] = [0, 0];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory() && !CACHES.has(entry.name)) {
      const inside = installed(place);
      files += inside.files;
      bytes += inside.bytes;
    } else if (entry.isFile()) {
      files += 1;
      bytes += lstatSync(place).size;
    }
  }
  return { files, bytes };
}

const shown = (value: number) => Math.round(value).toLocaleString('en');

if (import.meta.main) {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  const files = listed.split('\0').filter((file) => kindOf(file) !== null);
  const totals = totalsOf(files.map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') })));
  for (const [kind, { files: number, lines }] of Object.entries(totals))
    process.stdout.write(`${kind}: ${shown(number)} files, ${shown(lines)} lines\n`);
  const all = ['', ...PACKAGES]
    .map((name) => path.join(ROOT, name, 'node_modules'))
    .filter((folder) => existsSync(folder))
    .map(installed);
  const count = all.reduce((sum, each) => sum + each.files, 0);
  const bytes = all.reduce((sum, each) => sum + each.bytes, 0);
  process.stdout.write(`installed: ${shown(count)} files, ${shown(bytes / 1024 / 1024)} MB\n`);
}
