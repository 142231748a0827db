/** What the engine knows of a person's folders, as every process of the companion speaks of it. Times are epoch milliseconds. */

/** Open pins of a snapshot, by what became of them on a version; of the unknown ones nobody could see the page. */
export interface PinCounts {
  found: number;
  doubtful: number;
  lost: number;
  unknown: number;
}

/** A version that the link does not show yet, because pins stand worse on it. */
export interface Waiting {
  version: number;
  pins: PinCounts;
}

/** A snapshot a folder is staged to. */
export interface Link {
  snapshotId: string;
  name: string;
  url: string;
  /** Null when anybody with the link may open it. */
  password: string | null;
  /** What it shows. */
  version: number;
  /** Null when there is nothing to decide. */
  waiting: Waiting | null;
}

/** What is watched for changes: nothing, the prototype's sources, or what its build writes. */
export type Watched = 'off' | 'sources' | 'output';

/** What a person may set for a folder; null is found by itself. */
export interface FolderSettings {
  buildCommand: string | null;
  /** Relative to the folder. */
  output: string | null;
  /** Names of variables that its build gets beside the harmless ones. */
  variables: readonly string[];
  watched: Watched;
  /** Whether a new link is protected by a generated password. */
  isProtected: boolean;
}

/** Something a person has to know: what is wrong, and what to do about it. */
export interface Problem {
  /** Of `StageCode`, or a word of the engine's own. */
  code: string;
  message: string;
  hint: string;
  /** The lines of a build's log that most likely say why, the first failing one first. */
  lines: readonly string[];
}

/** What a folder turned out to be when it was looked at. */
export interface Detected {
  kind: 'static' | 'build';
  framework: string | null;
  packageManager: string | null;
  /** As they would be typed; empty when nothing has to be run. */
  commands: readonly string[];
  /** Where its output is looked for, relative to the folder, best first. */
  outputs: readonly string[];
}

export type FolderState =
  | { kind: 'idle' }
  /** It changed, and is staged once it has been quiet for a moment. */
  | { kind: 'settling' }
  /** Its build may not run before somebody has agreed to these commands. */
  | {
      kind: 'asking';
      /** What would be run, line by line as it is shown. */
      commands: readonly string[];
      /** What an agreement to these covers: it ends with whatever decides what they run. */
      fingerprints: readonly string[];
      /** Checked out since the folder was built last; without it, it is the commands that are new. */
      branch?: string;
    }
  /** `fraction` of the step, from 0 to 1; null while it cannot be told. */
  | {
      kind: 'staging';
      step: 'building' | 'reading' | 'sending' | 'checking';
      text: string;
      fraction: number | null;
    }
  /** It goes out as soon as the server can be reached; `notBefore`: it takes no more until then. */
  | { kind: 'queued'; since: number; notBefore?: number }
  /** Nobody is signed in to its server any more; it goes out once somebody is. */
  | { kind: 'signedOut' }
  | { kind: 'failed'; problem: Problem }
  /** Deleted, renamed, or on a disk that is not there. */
  | { kind: 'missing' }
  /** On a disk that does not answer, such as a network folder without its network. */
  | { kind: 'unreachable' };

export interface Folder {
  id: string;
  /** Whose it is: who was signed in when it was added. */
  accountId: string;
  /** Real, absolute. */
  path: string;
  name: string;
  settings: FolderSettings;
  /** Null until it was looked at, or when it could not be. */
  detected: Detected | null;
  link: Link | null;
  state: FolderState;
  /** Why changes are not staged by themselves, although they are watched for; null: nothing is wrong. */
  watchProblem: Problem | null;
  /** Null before the first. */
  lastStagedAt: number | null;
}

/** One try to stage a folder, as its history keeps it. */
export interface StageRecord {
  id: string;
  folderId: string;
  startedAt: number;
  milliseconds: number;
  /** Who began it. */
  cause: 'person' | 'change' | 'queue';
  outcome: 'staged' | 'waiting' | 'failed' | 'cancelled';
  /** Of what was staged; null when it did not come that far. */
  files: number | null;
  bytes: number | null;
  changedFiles: number | null;
  version: number | null;
  url: string | null;
  /** What became of the open pins; null where nobody had to look. */
  pins: PinCounts | null;
  problem: Problem | null;
}

/** One line of a build's log, or of what the engine tells beside it. */
export interface LogLine {
  kind: 'command' | 'output' | 'warning' | 'fact' | 'done' | 'problem';
  text: string;
}
