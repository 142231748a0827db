import { importsOf, isTest, type Source } from './imports.ts';

/** Returns the file that an import means, such as `shared/src/domain/format.ts`, or null for a package. */
function fileOf(target: string, files: ReadonlySet<string>): string | null {
  const [, name, inside] = /^@stagelink\/(\w+)\/(.+)$/.exec(target) ?? [];
  const places = name === undefined ? [target] : [`${name}/src/${inside}.ts`, `${name}/src/${inside}`];
  return places.find((place) => files.has(place)) ?? null;
}

/** Returns the files that each file imports, also when it runs; types are left out unless `withTypes`. */
function importedBy(sources: readonly Source[], withTypes: boolean): Map<string, string[]> {
  const files = new Set(sources.map(({ file }) => file));
  const targetsOf = (source: Source) =>
    importsOf(source)
      .filter(({ isType }) => withTypes || !isType)
      .map(({ target }) => fileOf(target, files))
      .filter((target) => target !== null);
  return new Map(sources.map((source) => [source.file, targetsOf(source)]));
}

/** Returns a way from `start` back to it, or null. */
function wayBack(start: string, imported: ReadonlyMap<string, string[]>): string[] | null {
  const cameFrom = new Map<string, string>();
  const open = [start];
  for (const file of open) {
    for (const target of imported.get(file) ?? []) {
      if (target === start) {
        const way = [start];
        for (let at = file; at !== start; at = cameFrom.get(at) ?? start) way.unshift(at);
        return [start, ...way];
      }
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, file);
      open.push(target);
    }
  }
  return null;
}

/** Returns circles of imports, of which `import()` is one, as sentences: each file in at most one of them. */
export function circles(sources: readonly Source[]): string[] {
  const imported = importedBy(sources, false);
  const reported = new Set<string>();
  const found: string[] = [];
  for (const file of imported.keys()) {
    const way = reported.has(file) ? null : wayBack(file, imported);
    if (!way) continue;
    for (const each of way) reported.add(each);
    found.push(`A circle of imports: ${way.join(' → ')}.`);
  }
  return found;
}

const SMALL_LINES = 25;

/** A file of its own by rule: roles of a feature, texts and requests, commands, landed migrations. */
const BY_RULE =
  /^(server\/migrations|cli\/src\/commands|tests|scripts)\/|(routes|service|policy|present|repo|emails|copy|api)\.tsx?$/i;

/** Returns, as sentences, small files that are part of their only importer: without a test of their own. */
export function splinters(sources: readonly Source[]): string[] {
  const importers = new Map<string, string[]>();
  for (const [file, targets] of importedBy(sources, true))
    for (const target of new Set(targets)) importers.set(target, [...(importers.get(target) ?? []), file]);
  return sources.flatMap(({ file, text }) => {
    const lines = text.trimEnd().split('\n').length;
    const [importer, ...others] = importers.get(file) ?? [];
    if (lines > SMALL_LINES || importer === undefined || others.length > 0) return [];
    if (BY_RULE.test(file) || isTest(file) || isTest(importer)) return [];
    return [`${file} has ${lines} lines and one importer, ${importer}: it belongs there.`];
  });
}
