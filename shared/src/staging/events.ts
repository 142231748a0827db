import type { Staged } from '../contracts/staging.ts';

/** Which part of preparing a prototype a command does. */
export type BuildStep = 'install' | 'build';

/** An entry of package.json's `scripts`. */
export interface Script {
  name: string;
  text: string;
}

/** A command as it will be run: argv, never a shell line. */
export interface Command {
  step: BuildStep;
  /** Program first. */
  argv: readonly string[];
  /** Absolute folder it runs in. */
  cwd: string;
  /** `argv` as a person would type it. */
  text: string;
  /** The scripts of package.json that it runs, in the order they are named. */
  scripts: readonly Script[];
  /** The variables of the person's shell that it gets beside the harmless ones. */
  variables: readonly string[];
  /** SHA-256 that changes with whatever decides what it runs; consent is kept and compared by it. */
  fingerprint: string;
}

/** Why a link is not staged: where it leads is not part of the output, is left out itself, is missing, or contains it. */
export type SkippedLink = 'outside' | 'left_out' | 'broken' | 'circular';

/** Everything a client can show while a prototype is staged, in the order it happens. Sizes are bytes. */
export type StageEvent =
  | {
      type: 'detected';
      /** `static`: the folder is staged as it is. `build`: something has to be run first. */
      kind: 'static' | 'build';
      /** Name for a person, such as “Vite”; null when unknown. */
      framework: string | null;
      packageManager: string | null;
      commands: readonly Command[];
    }
  /** Before a build that would make a server: what to do to get pages, in one line. */
  | { type: 'server_framework'; advice: string }
  | { type: 'build_started'; command: Command }
  | { type: 'build_line'; step: BuildStep; text: string }
  | { type: 'build_finished'; step: BuildStep; milliseconds: number }
  | { type: 'output_chosen'; folder: string }
  | { type: 'collected'; files: number; ignored: number }
  | { type: 'link_skipped'; path: string; reason: SkippedLink }
  /** Backups and the like, which are not staged; `first` are some of their paths. */
  | { type: 'editor_files_skipped'; files: number; first: readonly string[] }
  /** Files of a folder that is staged as it is which only its makers need; `first` are some of their paths. */
  | { type: 'source_found'; files: number; first: readonly string[] }
  /** The first page looks for its scripts or styles below this path, while a snapshot is served from `/`. */
  | { type: 'base_path'; base: string }
  | { type: 'hashing'; files: number; ofFiles: number; bytes: number }
  | { type: 'hashed'; files: number; bytes: number; milliseconds: number }
  /** Larger than a page should carry; staged all the same. */
  | { type: 'large_file'; path: string; bytes: number }
  /** A text that looks like a credential is about to be published; `what` never contains the text itself. */
  | { type: 'secret_warning'; path: string; line: number; what: string }
  | {
      type: 'offered';
      uploadId: string;
      snapshotId: string;
      version: number;
      missingFiles: number;
      missingBytes: number;
      bytes: number;
    }
  | { type: 'uploading'; files: number; ofFiles: number; bytes: number; ofBytes: number }
  /** The connection failed; the same work goes on after `milliseconds`. */
  | { type: 'retrying'; attempt: number; milliseconds: number; reason: string }
  /** A file was written while it was read, so everything is read again. */
  | { type: 'restarted'; path: string }
  /** All bytes have arrived; the version is published next. */
  | { type: 'finalizing'; snapshotId: string; version: number }
  /** What is there has been staged already, and the client did not want it again. */
  | { type: 'unchanged'; milliseconds: number }
  | { type: 'done'; staged: Staged; milliseconds: number };

export type Emit = (event: StageEvent) => void;
