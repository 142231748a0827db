import type {
  Folder,
  FolderQuestion,
  FolderState,
  LogLine,
  Problem,
  StageRecord,
} from '../../protocol/folders.ts';
import type { Interrupted } from '../folderRecord.ts';
import type { Presence } from '../folderWatchdog.ts';
import type { Outcome } from '../stageRun.ts';
import type { ChangeSource } from '../watching/ownWrites.ts';

/** `buildOutput`: what a build of the user writes, which may be incomplete when it is read. */
type WatchKind = 'none' | 'files' | 'buildOutput';

/**
 * `settling`: waits for a quiet moment. `inspecting`: looks whether an output is complete. `staging`: from the request
 * of a stage to its end.
 */
type Phase = 'resting' | 'settling' | 'inspecting' | 'staging';

/** What the engine knows about a folder's changes and stages, apart from what is stored. */
export interface FolderMachine {
  shown: FolderState;
  phase: Phase;
  watch: WatchKind;
  /** Whether the user paused staging on change. */
  isPaused: boolean;
  /** What changed files since the last stage was requested; `outside` when a build was not the only one. */
  changes: 'none' | ChangeSource;
  /** Number of stages in a row caused only by the previous build. */
  rebuilds: number;
  /** Number of times the output was found incomplete since its last change. */
  inspections: number;
  /** Files named by the output's page that are missing although no build runs. */
  neverThere: ReadonlySet<string>;
}

export type Cause = StageRecord['cause'];
export type Staging = Extract<FolderState, { kind: 'staging' }>;
type NewRecord = Omit<StageRecord, 'id' | 'folderId'>;

/** What is recorded about every stage, however it ended. */
export type StageFacts = Omit<NewRecord, 'cause' | 'outcome' | 'problem'>;

/** How a stage ended that ran. A staged version is stored already; `problem` says why it is not. */
export type Ending =
  | Exclude<Outcome, { kind: 'staged' }>
  | { kind: 'staged'; isDraft: boolean; problem: Problem | null };

/** Why a stage does not run now. `stopping`: the engine ends. */
export type Obstacle = 'offline' | 'signedOut' | 'stopping' | 'cancelled' | Exclude<Presence, 'there'>;

export type FolderEvent =
  | { type: 'watched'; watch: WatchKind }
  | { type: 'changed'; source: ChangeSource }
  /** Every changed file turned out to be output. */
  | { type: 'excluded' }
  | { type: 'quiet' }
  /** Result of an inspection; null without a page. */
  | { type: 'inspected'; missing: readonly string[] | null }
  /** What is missing before the first change. */
  | { type: 'learned'; missing: readonly string[] | null }
  | { type: 'paused' }
  | { type: 'resumed' }
  | { type: 'requested'; cause: Cause; agreed: readonly string[] }
  /** The stage reads the folder from now on. */
  | { type: 'began' }
  | { type: 'progressed'; shown: Staging }
  /** `since`: time of the earliest request that did not run. */
  | { type: 'deferred'; obstacle: Obstacle; cause: Cause; since: number }
  | {
      type: 'ended';
      ending: Ending;
      cause: Cause;
      at: number;
      since: number;
      before: Folder;
      facts: StageFacts;
    }
  /** The store failed during a stage. */
  | { type: 'crashed'; problem: Problem }
  | { type: 'cancelled' }
  | { type: 'decided'; isYes: boolean }
  | { type: 'located'; presence: Presence; isQueued: boolean }
  | { type: 'undetected'; problem: Problem }
  | { type: 'unlinked' }
  /** The previous engine ended while it staged this folder. */
  | { type: 'interrupted' }
  | { type: 'settled'; outcome: Interrupted['kind'] };

export type Effect =
  | { type: 'waitForQuiet' }
  | { type: 'stopWaiting' }
  /** Stops waiting and forgets which files changed. */
  | { type: 'dropChanges' }
  | { type: 'inspect' }
  /** The changed files are a build's own; the user learns that it repeats itself. */
  | { type: 'acceptRebuild' }
  | { type: 'clearWatchProblem' }
  | { type: 'stage'; cause: Cause; agreed: readonly string[] }
  | { type: 'abort' }
  | { type: 'answer'; question: FolderQuestion; isYes: boolean }
  /** `seconds`: how long the server takes no more; null when it is unknown. */
  | { type: 'enqueue'; cause: Cause; since: number; seconds: number | null }
  | { type: 'dequeue' }
  | { type: 'reportLost' }
  | { type: 'reportRefused' }
  | { type: 'log'; line: LogLine }
  | { type: 'record'; before: Folder; record: NewRecord }
  | { type: 'detect' };

export type Transition = readonly [FolderMachine, ...effects: Effect[]];

export const restingMachine = (shown: FolderState, isPaused: boolean): FolderMachine => ({
  shown,
  phase: 'resting',
  watch: 'none',
  isPaused,
  changes: 'none',
  rebuilds: 0,
  inspections: 0,
  neverThere: new Set(),
});
