import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { cancelled, stageError } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import { isText } from '../core/fileKinds.ts';
import type { HashedFile } from './manifest.ts';

/** Larger texts are data or bundles, where a search costs more than it finds. */
const SEARCHED_BYTES = 4 * 1024 * 1024;
const WARNINGS_PER_FILE = 5;
const TURN_BYTES = 8 * 1024 * 1024;

/**
 * Fixed parts of the patterns of secretlint's recommended rules. A text without any of them cannot match,
 * and this search is about thirty times as fast. Each starts with one rare character and uses a lookbehind,
 * which the regex engine finds fastest. `secrets.test.ts` has a sample for each rule.
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
  { what: 'google credential', pattern: /AIza[\w-]{35}(?![\w-])/ },
  { what: 'openai credential', pattern: /sk-(?:proj|svcacct|admin)-[\w-]{40}/ },
  { what: 'google service account', pattern: /"type"\s*:\s*"service_account"/ },
];
const DATABASE_DUMP = /\.(sql|dump|pgdump)(\.(gz|bz2|xz|zst|zip))?$/i;

/**
 * Many crypto libraries contain the header alone; a key has a body. Line breaks may be escaped, as in JSON.
 */
const PRIVATE_KEY =
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[rn])*(?:[A-Za-z-]+: [^\n]*(?:\s|\\[rn])*)*[A-Za-z0-9+/=]{40}/;

/**
 * Searches the texts to be uploaded for credentials. A private key never belongs to a website, so it fails
 * the stage (`secret_found`); everything else may be public and is reported as `secret_warning`. Files with
 * intended matches can be ignored.
 */
export async function searchSecrets(
  output: string,
  files: readonly HashedFile[],
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  let sinceTurn = 0;
  for (const file of files) {
    if (DATABASE_DUMP.test(file.path)) {
      emit({ type: 'secret_warning', path: file.path, line: 1, what: 'database dump' });
    }
    if (file.size > SEARCHED_BYTES || !isText(file.path)) continue;
    const text = readText(path.join(output, file.path));
    if (text !== null && isSuspect(text)) await examine(file.path, text, emit);
    sinceTurn += file.size;
    if (sinceTurn < TURN_BYTES) continue;
    sinceTurn = 0;
    await turn();
    if (signal.aborted) throw cancelled();
  }
}

const isSuspect = (text: string): boolean =>
  SUSPECTS.some((suspect) => suspect.test(text)) || KEYS.some(({ pattern }) => pattern.test(text));

/**
 * Latin-1 keeps every byte and is fastest; secrets are ASCII. Returns null when the file is gone, which
 * sending reports.
 */
function readText(file: string): string | null {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return null;
  }
}

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;

async function examine(file: string, text: string, emit: Emit): Promise<void> {
  const key = PRIVATE_KEY.exec(text);
  if (key) {
    throw stageError(
      'secret_found',
      `“${file}” holds a private key (line ${lineOf(text, key.index)}). Nothing was sent.`,
      'Remove it from the build output, or exclude the file with a .stagelinkignore file.',
    );
  }
  const found = [...keysIn(text), ...(await lint(file, text))];
  const isNew = ({ what, line }: Finding, at: number): boolean =>
    found.findIndex((other) => other.what === what && other.line === line) === at;
  for (const { what, line } of found.filter(isNew).slice(0, WARNINGS_PER_FILE)) {
    emit({ type: 'secret_warning', path: file, line, what });
  }
}

interface Finding {
  what: string;
  line: number;
}

function keysIn(text: string): Finding[] {
  return KEYS.flatMap(({ what, pattern }) => {
    const found = pattern.exec(text);
    return found ? [{ what, line: lineOf(text, found.index) }] : [];
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
  return (
    messages
      // Real keys fail above; the remaining ones are headers without a body.
      .filter(({ ruleId }) => !ruleId.endsWith('rule-privatekey'))
      .map(({ ruleId, loc }) => ({ what: nameOf(ruleId), line: loc.start.line }))
  );
}

/** `@secretlint/secretlint-rule-github` → “github credential”. */
const nameOf = (ruleId: string): string =>
  `${ruleId.replace(/^.*rule-/, '').replaceAll('-', ' ')} credential`;
