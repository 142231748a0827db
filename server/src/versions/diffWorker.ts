import { structuredPatch } from 'diff';
import type { Diff } from './diff.ts';

export interface Texts {
  before: string;
  after: string;
}

type Hunk = Diff['hunks'][number];
type Line = Hunk['lines'][number];

const LINES_AROUND = 3;
/** What is so different that it takes longer is no longer worth reading line by line. */
const EFFORT_MS = 2_000;
const LINES_MAX = 3_000;
/** Nobody has written a longer line by hand. */
const LINE_MAX = 500;
/** A statement, rule or tag; where there is none, up to a comma or a space; at worst just so much. */
const PIECES = /[^;{}>]{0,160}[;{}>]+|.{80,160}[,\s]|.{1,160}/gs;

const KINDS: Record<string, Line['kind']> = { ' ': 'same', '+': 'added', '-': 'removed' };

/** A line of the patch; nothing for its remarks, such as a missing end of line. */
function lineOf(line: string): Line[] {
  const kind = KINDS[line.charAt(0)];
  return kind ? [{ kind, text: line.slice(1) }] : [];
}

const isLong = (line: string) => line.length > LINE_MAX;

/** Lines that a program has written, in pieces that can be read and compared one by one. */
function inPieces(text: string): string {
  const lines = text.split('\n');
  if (!lines.some(isLong)) return text;
  return lines.map((line) => (isLong(line) ? (line.match(PIECES) ?? []).join('\n') : line)).join('\n');
}

/** The change between two texts, as much of it as somebody would read. */
export default function diffLines(texts: Texts): Diff {
  const [before, after] = [inPieces(texts.before), inPieces(texts.after)];
  const isSplit = before !== texts.before || after !== texts.after;
  const options = { context: LINES_AROUND, timeout: EFFORT_MS };
  const patch = structuredPatch('', '', before, after, undefined, undefined, options);
  if (!patch) return { hunks: [], isCut: true, isSplit };

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
