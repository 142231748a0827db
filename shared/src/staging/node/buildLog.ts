import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';

const LINE_LENGTH = 2_000;
const KEPT_LINES = 400;
const SHOWN_LINES = 12;

const CULPRIT =
  /\b(error|failed|failure|cannot find|could not|not found|unexpected|exception|unresolved|is not defined|ENOENT|EACCES|ERR_|TS\d{3,5})\b/i;
/** Reports that something failed, but not what. */
const HEADLINE =
  /^\W*(build failed|error during build|failed to compile|compilation failed|found \d+ errors?|\d+ errors?)\b[^/]*$/i;
/** Printed by package managers after the cause; not helpful. */
const CHATTER =
  /^(npm (error|ERR!)\s*(code|errno|path|command|lifecycle|workspace|location|A complete log)?|.*complete log of this run|.*ELIFECYCLE|error Command failed|info Visit|\s*at .*node:internal|Node\.js v\d)/i;

/** Output of a build as lines; keeps only the last ones. */
export class BuildLog {
  bytes = 0;
  readonly #decoder = new StringDecoder('utf8');
  readonly #onLine: (line: string) => void;
  #open = '';
  #kept: string[] = [];

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  write(chunk: Buffer): void {
    this.bytes += chunk.length;
    const parts = (this.#open + this.#decoder.write(chunk)).split(/\r\n|[\r\n]/);
    this.#open = (parts.pop() ?? '').slice(0, LINE_LENGTH);
    for (const part of parts) this.#line(part);
  }

  end(): void {
    if (this.#open !== '') this.#line(this.#open);
    this.#open = '';
  }

  #line(raw: string): void {
    const line = stripVTControlCharacters(raw.slice(0, LINE_LENGTH)).trimEnd();
    if (line === '') return;
    this.#kept.push(line);
    if (this.#kept.length > KEPT_LINES * 2) this.#kept = this.#kept.slice(-KEPT_LINES);
    this.#onLine(line);
  }

  /** Returns the last lines. */
  lines(): readonly string[] {
    return this.#kept.slice(-KEPT_LINES);
  }

  /**
   * Returns the lines that most likely name the cause: from the first that reports an error, otherwise the
   * last ones.
   */
  failingLines(): string[] {
    const meaningful = this.#kept.slice(-KEPT_LINES).filter((line) => !CHATTER.test(line));
    const cause = meaningful.findIndex((line) => CULPRIT.test(line) && !HEADLINE.test(line));
    const first = cause === -1 ? meaningful.findIndex((line) => CULPRIT.test(line)) : cause;
    const from = first === -1 ? Math.max(0, meaningful.length - SHOWN_LINES) : first;
    return meaningful.slice(from, from + SHOWN_LINES);
  }
}
