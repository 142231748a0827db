import type { Source } from './imports.ts';

/** Pronouns that hide who acts. CONTRIBUTING.md says how to write instead. */
const FORBIDDEN = /\b(somebody|whoever|nobody|anybody|everybody|whom)\b(?!@)/gi;

/** Landed migrations never change, this file names the words, and its test uses them. */
const EXEMPT = /^(server\/migrations\/|scripts\/walls\/words|scripts\/check-walls\.test)/;

/** Returns each forbidden word of a source, as a sentence that names its line. */
export function forbiddenWords({ file, text }: Source): string[] {
  if (EXEMPT.test(file)) return [];
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(FORBIDDEN)].map(([word]) => `${file}:${index + 1} says “${word}”: name the actor.`),
    );
}
