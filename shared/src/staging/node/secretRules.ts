import path from 'node:path';

/** Longer texts are data or bundles, where a search costs more than it finds. */
export const SEARCHED_BYTES = 4 * 1024 * 1024;

/**
 * Fixed parts of the patterns of secretlint's recommended rules. A text without any of them cannot match,
 * and this search is about thirty times as fast. Each starts with one rare character and uses a lookbehind,
 * which the regex engine finds fastest. `secretRules.test.ts` has a sample for each rule.
 */
const SUSPECTS = [
  /_[A-Za-z0-9_+/]{16}(?<=(?:gsk|hf|npm|ntn|lin_api|shp(?:pa|ca|at|ss)|[sr]k_(?:live|test)|gh[pousr]|github_pat|gl(?:c|sa)|ops|vc[piark]|dckr_pat|figd|cf(?:k|ut|at))_.{16})/,
  /-(?<=(?:xox[bpaor]|xapp|glpat|tskey|sk-ant)-)\w|-{5}BEGIN [A-Z ]{0,20}PRIVATE KEY|-[\w-]{20,160}T3BlbkFJ/,
  /:\/\/[^\s:/@]{1,256}:[^\s/@]{1,256}@/,
  /\.(?<=(?:SG|hv[sbr])\.)\w{8}/,
  /[Ss](?:ECRET|ecret)_?(?:ACCESS|access|Access)_?(?:KEY|key|Key)/,
  /dapi[A-Fa-f0-9]{32}/,
];

/** Formats that the rules do not cover. */
const KEYS: readonly { what: string; pattern: RegExp }[] = [
  { what: 'openai credential', pattern: /sk-(?:proj|svcacct|admin)-[\w-]{40}/ },
  { what: 'google service account', pattern: /"type"\s{0,9}:\s{0,9}"service_account"/ },
];

/** Rules about what may be public or an example, unlike a key that its maker calls secret. */
const UNCERTAIN = /rule-(basicauth|database-connection-string)$/;
/** Real private keys are found by their body. The id of an AWS key or account is no secret. */
const HARMLESS = /^(AWSAccessKeyID|AWSAccountID)$/;

const PRIVATE_KEY = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY(?: BLOCK)?-----/g;
/** Headers of a key, which come before its body. */
const KEY_HEADERS_LENGTH = 2_000;

export interface Finding {
  line: number;
  /** Such as “github credential”; never contains the text that was found. */
  what: string;
  /** A key that its maker calls secret; otherwise it only looks like a credential. */
  isSecret: boolean;
}

/**
 * Searches a text for credentials. Keys that are made for browsers, such as Google's or Stripe's publishable
 * ones, are no finding.
 */
export async function findSecrets(file: string, text: string): Promise<Finding[]> {
  if (!isSuspect(text)) return [];
  const found = [...privateKeysIn(text), ...keysIn(text), ...(await lint(file, text))];
  return found.filter(
    ({ what, line }, at) => found.findIndex((other) => other.what === what && other.line === line) === at,
  );
}

const isSuspect = (text: string): boolean =>
  SUSPECTS.some((suspect) => suspect.test(text)) || KEYS.some(({ pattern }) => pattern.test(text));

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/**
 * Returns the private keys of a text. Many crypto libraries contain the header alone; a key has a body. Line
 * breaks may be escaped, as in JSON.
 */
function privateKeysIn(text: string): Finding[] {
  return [...text.matchAll(PRIVATE_KEY)]
    .filter(({ index, 0: header }) => startsWithBody(text, index + header.length))
    .map(({ index }) => ({ what: 'private key', line: lineOf(text, index), isSecret: true }));
}

function startsWithBody(text: string, start: number): boolean {
  const lines = text.slice(start, start + KEY_HEADERS_LENGTH).split(/[\r\n]|\\[rn]/);
  const body = lines.map((line) => line.trim()).find((line) => line !== '' && !/^[A-Za-z-]+: /.test(line));
  return body !== undefined && /^[A-Za-z0-9+/=]{40}/.test(body);
}

function keysIn(text: string): Finding[] {
  return KEYS.flatMap(({ what, pattern }) => {
    const found = pattern.exec(text);
    return found ? [{ what, line: lineOf(text, found.index), isSecret: true }] : [];
  });
}

async function lint(file: string, content: string): Promise<Finding[]> {
  const [{ lintSource }, { creator }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const { messages } = await lintSource({
    source: { filePath: file, content, contentType: 'text', ext: path.extname(file) },
    options: {
      config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] },
      noPhysicFilePath: true,
      maskSecrets: true,
    },
  });
  return messages
    .filter(({ ruleId, messageId }) => !ruleId.endsWith('rule-privatekey') && !HARMLESS.test(messageId))
    .map(({ ruleId, loc }) => ({
      what: nameOf(ruleId),
      line: loc.start.line,
      isSecret: !UNCERTAIN.test(ruleId),
    }));
}

/** `@secretlint/secretlint-rule-github` → “github credential”. */
const nameOf = (ruleId: string): string =>
  `${ruleId.replace(/^.*rule-/, '').replaceAll('-', ' ')} credential`;
