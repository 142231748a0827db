import type { Source } from './imports.ts';

const REFERENCE = /docs\/decisions\/(\d{4})/g;

/**
 * Returns, as sentences, the decisions that no code names and the references that lead nowhere. `files` are the names of
 * the decisions' files.
 */
export function strayDecisions(files: readonly string[], sources: readonly Source[]): string[] {
  const numbers = new Set(files.map((file) => file.slice(0, 4)));
  const named = new Set<string>();
  const broken: string[] = [];
  for (const { file, text } of sources) {
    for (const [reference, number = ''] of text.matchAll(REFERENCE)) {
      named.add(number);
      if (!numbers.has(number)) broken.push(`${file} refers to ${reference}, which does not exist.`);
    }
  }
  const unnamed = files.filter((file) => !named.has(file.slice(0, 4)));
  return [...broken, ...unnamed.map((file) => `docs/decisions/${file} is named nowhere in the code.`)];
}
