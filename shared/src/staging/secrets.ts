import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { cancelled, StageError } from './errors.ts';
import type { Emit } from './events.ts';
import { isText } from './fileKinds.ts';
import type { HashedFile } from './manifest.ts';

/** Larger texts are data or bundles of bundles, where a search costs more than it finds. */
const SEARCHED_BYTES = 4 * 1024 * 1024;
const WARNINGS_PER_FILE = 5;
const TURN_BYTES = 8 * 1024 * 1024;

/**
 * The fixed part of every pattern of secretlint's recommended rules. A text without any of them cannot be reported,
 * and this one expression is some thirty times as fast as the rules; `secrets.test.ts` holds a sample for each rule.
 */
const SUSPECT =
  /PRIVATE KEY|(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)_?(?:KEY|key|Key)|:\/\/[-\w]{1,256}:[^\s/@]{1,256}@|T3BlbkFJ|sk-ant-api|(?:gsk|hf|npm)_[A-Za-z0-9_]{34}|lin_api_|ntn_\d{11}|SG\.\w+\.\w|shp(?:pa|ca|at|ss)_|[sr]k_(?:live|test)_|gh[pousr]_\w{20}|github_pat_|glpat-|gl(?:c|sa)_[A-Za-z0-9+/]{32}|ops_ey|(?:mongodb|mysql|postgres)[a-z+]*:\/\/|xox[bpaor]-|xapp-|vc[piark]_[A-Za-z0-9]{20}|dapi[A-Fa-f0-9]{32}|dckr_pat_|figd_|cf(?:k|ut|at)_[A-Za-z0-9]{40}|tskey-|hv[sbr]\.[A-Za-z0-9_-]{20}|AccountKey=/;

/** The armour alone is in many a crypto library; a key has a body. Line ends may be escaped, as in JSON. */
const PRIVATE_KEY =
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[rn])*(?:[A-Za-z-]+: [^\n]*(?:\s|\\[rn])*)*[A-Za-z0-9+/=]{40}/;

/**
 * Searches the texts about to leave this machine for credentials. A private key is never part of a website, so it
 * refuses the stage (`secret_found`); everything else may be meant to be public, so it is told as `secret_warning`
 * and staged. A file that holds neither on purpose can be left out with the ignore file.
 */
export async function searchSecrets(
  output: string,
  files: readonly HashedFile[],
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  let sinceTurn = 0;
  for (const file of files) {
    if (file.size > SEARCHED_BYTES || !isText(file.path)) continue;
    const text = readText(path.join(output, file.path));
    if (text !== null && SUSPECT.test(text)) await examine(file.path, text, emit);
    sinceTurn += file.size;
    if (sinceTurn < TURN_BYTES) continue;
    sinceTurn = 0;
    await turn();
    if (signal.aborted) throw cancelled();
  }
}

/** Latin-1 keeps every byte and is the fastest to make; secrets are ASCII. Null when it is gone: sending will tell. */
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
    throw new StageError(
      'secret_found',
      `“${file}” holds a private key (line ${lineOf(text, key.index)}). Nothing was sent.`,
      'Take it out of what the build publishes, or leave the file out with a .stagelinkignore file.',
    );
  }
  for (const { what, line } of (await lint(file, text)).slice(0, WARNINGS_PER_FILE)) {
    emit({ type: 'secret_warning', path: file, line, what });
  }
}

async function lint(file: string, content: string): Promise<{ what: string; line: number }[]> {
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
      // The keys that matter are refused above; what is left here are headers without a body.
      .filter(({ ruleId }) => !ruleId.endsWith('rule-privatekey'))
      .map(({ ruleId, loc }) => ({ what: nameOf(ruleId), line: loc.start.line }))
  );
}

/** `@secretlint/secretlint-rule-github` → “github credential”. */
const nameOf = (ruleId: string): string =>
  `${ruleId.replace(/^.*rule-/, '').replaceAll('-', ' ')} credential`;
