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
const LINE_MAX = 500;

const KINDS: Record<string, Line['kind']> = { ' ': 'same', '+': 'added', '-': 'removed' };

const isTooLong = (line: string) => line.length > LINE_MAX + 1;

/** A line of the patch; nothing for its remarks, such as a missing end of line. */
function lineOf(line: string): Line[] {
  const kind = KINDS[line.charAt(0)];
  if (!kind) return [];
  return [{ kind, text: isTooLong(line) ? `${line.slice(1, LINE_MAX + 1)}…` : line.slice(1) }];
}

/** The change between two texts, as much of it as somebody would read. */
export default function diffLines({ before, after }: Texts): Diff {
  const options = { context: LINES_AROUND, timeout: EFFORT_MS };
  const patch = structuredPatch('', '', before, after, undefined, undefined, options);
  if (!patch) return { hunks: [], isCut: true };

  const hunks: Hunk[] = [];
  let [room, isCut] = [LINES_MAX, false];
  for (const { oldStart, newStart, lines } of patch.hunks) {
    if (room === 0) break;
    const kept = lines.slice(0, room);
    hunks.push({ oldStart, newStart, lines: kept.flatMap(lineOf) });
    isCut ||= kept.length < lines.length || kept.some(isTooLong);
    room -= kept.length;
  }
  return { hunks, isCut: isCut || hunks.length < patch.hunks.length };
}
