import type { Plugin } from 'vite';

/** Returns the chunks of a cycle of static imports, or null. */
function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  function visit(chunk: string, trail: string[]): string[] | null {
    const at = trail.indexOf(chunk);
    if (at !== -1) return [...trail.slice(at), chunk];
    if (done.has(chunk)) return null;
    for (const next of imports.get(chunk) ?? []) {
      const circle = visit(next, [...trail, chunk]);
      if (circle) return circle;
    }
    done.add(chunk);
    return null;
  }
  for (const chunk of imports.keys()) {
    const circle = visit(chunk, []);
    if (circle) return circle;
  }
  return null;
}

/** Fails the build on circular chunks: one of them would run before the other's exports exist. */
export function refuseCircularChunks(): Plugin {
  return {
    name: 'refuse-circular-chunks',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const circle = findCircle(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])));
      if (circle) this.error(`These chunks import each other: ${circle.join(' → ')}`);
    },
  };
}
