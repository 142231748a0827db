import type { PinCounts } from '@stagelink/shared/domain/pinSummary';
import type { LinkQuestion } from '@stagelink/shared/staging/core/linkQuestion';
import type { StageQuestion } from '@stagelink/shared/staging/core/questions';

/** Types for the user's folders, shared by all processes. Times are epoch milliseconds. */

/** Draft that the link does not show because pins have worse results on it. */
export interface Waiting {
  version: number;
  pins: PinCounts;
}

/** Snapshot that a folder is staged to. */
export interface Link {
  snapshotId: string;
  name: string;
  url: string;
  /** Null when anyone with the link can open it. */
  password: string | null;
  /** Published version. */
  version: number;
  /** Null when there is nothing to decide. */
  waiting: Waiting | null;
}

/** What is watched for changes: nothing, the prototype's sources, or what its build writes. */
type Watched = 'off' | 'sources' | 'output';

/** Settings of a folder; null means detected. */
export interface FolderSettings {
  buildCommand: string | null;
  /** Relative to the folder. */
  output: string | null;
  /** Names of environment variables for its build, besides the safe ones. */
  variables: readonly string[];
  watched: Watched;
  /** Whether new links get a generated password. */
  isProtected: boolean;
}

/** Error shown to the user, and what to do about it. */
export interface Problem {
  /** A `StageCode` or a code of the engine. */
  code: string;
  message: string;
  hint: string;
  /** Lines of a build's log that most likely name the cause, first failing line first. */
  lines: readonly string[];
}

/** Result of the folder's detection. */
export interface Detected {
  kind: 'static' | 'build';
  framework: string | null;
  packageManager: string | null;
  /** As typed in a shell; empty when nothing must run. */
  commands: readonly string[];
  /** Possible outputs, relative to the folder, best first. */
  outputs: readonly string[];
}

/** What only the user can decide. `true` for a link: stage to the snapshot that the project link names. */
export type FolderQuestion = StageQuestion | ({ kind: 'link' } & LinkQuestion);

export type FolderState =
  | { kind: 'idle' }
  /** Changed; staged after a quiet moment. */
  | { kind: 'settling' }
  /** Its build may not run before the user allowed these commands. */
  | {
      kind: 'asking';
      /** Lines that describe what would run. */
      commands: readonly string[];
      /** What consent covers; a change of anything the commands run changes them. */
      fingerprints: readonly string[];
      /** False when consent holds for one stage only. */
      isCovered: boolean;
      /** Set when a newly checked-out branch is the reason; otherwise new commands are. */
      branch?: string;
    }
  /** The stage ended at a question about its files or its link; the answer begins it again. */
  | { kind: 'deciding'; question: FolderQuestion }
  /** `fraction` of the step, 0 to 1; null when unknown. */
  | {
      kind: 'staging';
      step: 'building' | 'reading' | 'sending' | 'checking';
      text: string;
      fraction: number | null;
    }
  /** Staged when the server is reachable, and not before `notBefore`. */
  | { kind: 'queued'; since: number; notBefore?: number }
  /** Signed out of its server; staged after the next sign-in. */
  | { kind: 'signedOut' }
  | { kind: 'failed'; problem: Problem }
  /** Deleted, renamed or on an absent disk. */
  | { kind: 'missing' }
  /** On a disk that does not respond, such as a network folder without its network. */
  | { kind: 'unreachable' };

export interface Folder {
  id: string;
  /** Account that was signed in when the folder was added. */
  accountId: string;
  /** Real, absolute path. */
  path: string;
  name: string;
  settings: FolderSettings;
  /** Null before or without a successful detection. */
  detected: Detected | null;
  link: Link | null;
  state: FolderState;
  /** Why changes are not staged although they are watched; null without an error. */
  watchProblem: Problem | null;
  /** Null before the first stage. */
  lastStagedAt: number | null;
}

/** Entry of the staging history. */
export interface StageRecord {
  id: string;
  folderId: string;
  startedAt: number;
  milliseconds: number;
  /** What started it. */
  cause: 'person' | 'change' | 'queue';
  outcome: 'staged' | 'waiting' | 'failed' | 'cancelled';
  /** Number of staged files; null when it failed earlier. */
  files: number | null;
  bytes: number | null;
  changedFiles: number | null;
  version: number | null;
  url: string | null;
  /** Results of the open pins; null when none had to be verified. */
  pins: PinCounts | null;
  problem: Problem | null;
}

/** One line of a build's log or of the engine's own messages. */
export interface LogLine {
  kind: 'command' | 'output' | 'warning' | 'fact' | 'done' | 'problem';
  text: string;
}
