import type { DiffHunk } from '@stagelink/shared/contracts/versions';
import { structuredPatch } from 'diff';
import type * as z from 'zod';

export interface Texts {
  before: string;
  after: string;
}

export interface Diff {
  hunks: z.infer<typeof DiffHunk>[];
  isCut: boolean;
  isSplit: boolean;
}

type Hunk = Diff['hunks'][number];
type Line = Hunk['lines'][number];

const LINES_AROUND = 3;
/** A diff that takes longer is too large to read line by line, and others wait for it. */
const EFFORT_MS = 200;
const LINES_MAX = 3_000;
/** Longer lines are generated. */
const LINE_MAX = 500;
/** A statement, rule or tag; otherwise up to a comma or space; otherwise a fixed length. */
const PIECES = /[^;{}>]{0,160}[;{}>]+|.{80,160}[,\s]|.{1,160}/gs;

const KINDS: Record<string, Line['kind']> = { ' ': 'same', '+': 'added', '-': 'removed' };

/** Parses a line of the patch; empty for remarks such as a missing newline at the end. */
function lineOf(line: string): Line[] {
  const kind = KINDS[line.charAt(0)];
  return kind ? [{ kind, text: line.slice(1) }] : [];
}

const isLong = (line: string) => line.length > LINE_MAX;

/** Splits generated lines into pieces that can be compared and read. */
function inPieces(text: string): string {
  const lines = text.split('\n');
  if (!lines.some(isLong)) return text;
  return lines.map((line) => (isLong(line) ? (line.match(PIECES) ?? []).join('\n') : line)).join('\n');
}

/** Returns the difference of two texts, cut to a readable amount; null if they are too different to compare. */
export default function diffLines(texts: Texts): Diff | null {
  const [before, after] = [inPieces(texts.before), inPieces(texts.after)];
  const isSplit = before !== texts.before || after !== texts.after;
  const options = { context: LINES_AROUND, timeout: EFFORT_MS };
  const patch = structuredPatch('', '', before, after, undefined, undefined, options);
  if (!patch) return null;

  const hunks: Hunk[] = [];
  let [room, isCut] = [LINES_MAX, false];
  for (const { oldStart, newStart, lines } of patch.hunks) {
    if (room === 0) break;
    const kept = lines.slice(0, room);
    hunks.push({ oldStart, newStart, lines: kept.flatMap(lineOf) });
    isCut ||= kept.length < lines.length;
    room -= kept.length;
  }
  return { hunks, isCut: isCut || hunks.length < patch.hunks.length, isSplit };
}
