import { isTest, lineOf, type Source } from './imports.ts';

interface Pattern {
  found: RegExp;
  advice: string;
  /** The files it applies to. */
  in: (file: string) => boolean;
}

/** Pages are also served without TLS, where browsers lack both. */
const ONLY_WITH_TLS: Pattern = {
  found: /\bnavigator\.clipboard\b|\bcrypto\.randomUUID\b/g,
  advice: 'use lib/copyText.ts or lib/uuid.ts, which work without TLS',
  in: (file) =>
    /^(web|desktop\/src\/renderer)\//.test(file) &&
    !isTest(file) &&
    !/^web\/src\/lib\/(copyText|uuid)\.ts$/.test(file),
};

const PRIVATE: Pattern = {
  found: /^[ \t]+(?:private|protected) (?!constructor)/gm,
  advice: 'name it with “#”, which also holds when it runs',
  in: () => true,
};

const QUOTED_STYLE: Pattern = {
  found: /\bstyles\['\w+'\]/g,
  advice: 'write “styles.name”',
  in: () => true,
};

/** Such a comment is the end of a sentence whose subject the reader has to guess. */
const HEADLESS_COMMENT: Pattern = {
  found: /(?:\/\*\*?|^[ \t]*\/\/) +(?:Of|For|In|With|Without|By|From)\b/gm,
  advice: 'begin the comment with what it is about',
  in: (file) => !file.startsWith('server/migrations/'),
};

/** One place has errors, pending state, double presses and focus of all forms. */
const OWN_FORM: Pattern = {
  found: /<form\b[^<]*?\sonSubmit=/g,
  advice: 'use “formProps” of lib/useFormSubmit.ts',
  in: (file) => /^(web|desktop\/src\/renderer)\//.test(file) && !isTest(file),
};

const offendersOf =
  ({ found, advice, in: applies }: Pattern) =>
  (sources: readonly Source[]): string[] =>
    sources
      .filter(({ file }) => applies(file) && !/^scripts\/(walls\/|check-walls)/.test(file))
      .flatMap(({ file, text }) =>
        [...text.matchAll(found)].map(
          (match) => `${file}:${lineOf(text, match.index)} has “${match[0].trim()}”: ${advice}.`,
        ),
      );

export const unsafeCalls = offendersOf(ONLY_WITH_TLS);
export const privateMembers = offendersOf(PRIVATE);
export const quotedStyles = offendersOf(QUOTED_STYLE);
export const headlessComments = offendersOf(HEADLESS_COMMENT);
export const ownForms = offendersOf(OWN_FORM);
