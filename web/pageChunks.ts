import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build, normalizePath, type Rolldown } from 'vite';

const HERE = import.meta.dirname;
/** Between the names of parts in the name of a chunk. */
export const SEPARATOR = '~';
/** A file costs more than so many characters that a page does not use. */
const NEGLIGIBLE = 300;

/** Returns the id that the bundler gives a module, with slashes on Windows too. */
const idOf = (module: string) => normalizePath(path.join(HERE, module));

/** What a browser loads together, by name: modules, each with all that they import. */
type Parts = Readonly<Record<string, readonly string[]>>;

interface ChunkNamesOptions {
  input: readonly string[];
  /** Each of their modules keeps a chunk of its own, by which the manifest names it. */
  pages: Parts;
  /** What pages load right after they are drawn. Each becomes one file. */
  followUps: Parts;
  /** Pages that load nothing that they do not use, unless it is negligible. */
  exact: readonly string[];
  /** Chunks of fewer characters, before they are minified, become part of another that loads with them. */
  smallest: number;
}

/** Modules that the same parts load. */
interface Group {
  parts: ReadonlySet<string>;
  modules: string[];
  /** Number of characters, before the modules are minified. */
  size: number;
  /** What it imports, as file names of the first build. */
  imports: string[];
}

/** Groups by file name of the first build; several files share a group. */
type Groups = Map<string, Group>;

/** Builds without writing, with one chunk for each set of modules that a browser can load. */
async function finestChunks(input: readonly string[]): Promise<Rolldown.OutputChunk[]> {
  const output = await build({
    root: HERE,
    configFile: false,
    plugins: [react()],
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      cssMinify: false,
      rolldownOptions: { input: [...input], preserveEntrySignatures: 'allow-extension' },
    },
  });
  return (output as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk');
}

/** Returns the names of the parts that load each chunk, by the chunk's file name. */
function partsByChunk(chunks: readonly Rolldown.OutputChunk[], parts: Parts): Map<string, Set<string>> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const byModule = new Map(chunks.map((chunk) => [chunk.facadeModuleId, chunk]));
  const found = new Map(chunks.map(({ fileName }) => [fileName, new Set<string>()]));
  const visit = (part: string, { fileName, imports }: Rolldown.OutputChunk) => {
    const loading = found.get(fileName);
    if (!loading || loading.has(part)) return;
    loading.add(part);
    for (const imported of imports) {
      const chunk = byFile.get(imported);
      if (chunk) visit(part, chunk);
    }
  };
  for (const [part, modules] of Object.entries(parts)) {
    for (const module of modules) {
      const chunk = byModule.get(idOf(module));
      if (!chunk) throw new Error(`${module} is not loaded on its own`);
      visit(part, chunk);
    }
  }
  return found;
}

const nameOf = (parts: ReadonlySet<string>) => [...parts].sort().join(SEPARATOR);

function groupsOf(chunks: readonly Rolldown.OutputChunk[], parts: Parts): Groups {
  const byChunk = partsByChunk(chunks, parts);
  const byName = new Map<string, Group>();
  const groups: Groups = new Map();
  for (const { fileName, modules, imports } of chunks) {
    const loading = byChunk.get(fileName) ?? new Set();
    if (loading.size === 0) continue;
    const name = nameOf(loading);
    const group = byName.get(name) ?? { parts: loading, modules: [], size: 0, imports: [] };
    byName.set(name, group);
    groups.set(fileName, group);
    group.imports.push(...imports);
    for (const [id, { renderedLength }] of Object.entries(modules)) {
      group.modules.push(id);
      group.size += renderedLength;
    }
  }
  return groups;
}

/**
 * Returns the group that a small one can join: loaded by the same parts and as few others as possible. Those others
 * must load all that the small one imports, so that chunks never import each other in a circle.
 */
function nextLarger(group: Group, groups: Groups, exact: ReadonlySet<string>): Group | undefined {
  const imported = group.imports.flatMap((file) => groups.get(file) ?? []).filter((each) => each !== group);
  const canJoin = ({ parts }: Group) =>
    parts.size > group.parts.size &&
    group.parts.isSubsetOf(parts) &&
    imported.every((each) => parts.isSubsetOf(each.parts)) &&
    (group.size < NEGLIGIBLE || parts.difference(group.parts).isDisjointFrom(exact));
  return [...new Set(groups.values())]
    .filter(canJoin)
    .sort((a, b) => a.parts.size - b.parts.size || a.size - b.size)[0];
}

function joinSmall(groups: Groups, exact: ReadonlySet<string>, smallest: number): void {
  const byParts = [...new Set(groups.values())].sort((a, b) => b.parts.size - a.parts.size);
  for (const group of byParts) {
    const next = group.size < smallest ? nextLarger(group, groups, exact) : undefined;
    if (!next) continue;
    next.modules.push(...group.modules);
    next.imports.push(...group.imports);
    next.size += group.size;
    for (const [file, each] of groups) if (each === group) groups.set(file, next);
  }
}

/**
 * Names modules after the parts that load them, so that modules of the same name can share a chunk: every part loads
 * few files, and next to nothing that it does not use. Modules that load on demand have no name.
 */
export async function chunkNames(options: ChunkNamesOptions): Promise<ReadonlyMap<string, string>> {
  const { input, pages, followUps, exact, smallest } = options;
  const groups = groupsOf(await finestChunks(input), { ...pages, ...followUps });
  joinSmall(groups, new Set(exact), smallest);
  const own = new Set(Object.values(pages).flat().map(idOf));
  return new Map(
    [...new Set(groups.values())].flatMap(({ parts, modules }) =>
      modules.filter((id) => !own.has(id)).map((id) => [id, nameOf(parts)] as const),
    ),
  );
}
