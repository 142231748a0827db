import { isTest, lineOf, type Source } from './imports.ts';

interface WordRule {
  words: RegExp;
  advice: string;
}

/** Pronouns that hide who acts. CONTRIBUTING.md says how to write instead. */
const PRONOUNS: WordRule = {
  words: /\b(somebody|whoever|nobody|anybody|everybody|whom)\b(?!@)/gi,
  advice: 'name the actor',
};

/** Figures of speech that have a plain term. */
const DIALECT: WordRule = {
  words: /\b(told|tells|telling|hears|heard|said|lies|stands|stood|as it were|by (?:itself|themselves))\b/gi,
  advice: 'use the plain term, such as “is”, “reports”, “shows” or “automatically”',
};

/** Names that do not say what they hold. */
const EMPTY_NAMES: WordRule = {
  words: /\b(told|said|heard|hear|asked)\b/g,
  advice: 'name what it holds',
};

/** Names that the glossary of ARCHITECTURE.md has another word for. */
const OLD_NAMES: WordRule = {
  words: /\b(wish|wishes|spot|stir|mend|undress)\b/g,
  advice: 'use the word of the glossary',
};

/** Landed migrations never change, these files name the words, and their tests use them. */
const EXEMPT = /^(server\/migrations\/|scripts\/walls\/|scripts\/check-walls\.test)/;

const PROSE = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

/** Returns each rejected word of a source, as a sentence that names its line. */
export function forbiddenWords({ file, text }: Source): string[] {
  if (EXEMPT.test(file)) return [];
  const found = (part: string, start: number, { words, advice }: WordRule) =>
    [...part.matchAll(words)].map(
      (match) => `${file}:${lineOf(text, start + match.index)} has “${match[0]}”: ${advice}.`,
    );
  const pronouns = found(text, 0, PRONOUNS);
  const code = text.replaceAll(PROSE, (part) => part.replaceAll(/[^\n]/g, ' '));
  const names = [EMPTY_NAMES, OLD_NAMES].flatMap((rule) => found(code, 0, rule));
  // Tests quote what people write and what programs send.
  if (isTest(file) || file.startsWith('tests/')) return [...pronouns, ...names];
  return [
    ...pronouns,
    ...names,
    ...[...text.matchAll(PROSE)].flatMap((match) => found(match[0], match.index, DIALECT)),
  ];
}
