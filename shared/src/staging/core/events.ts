import type { Staged } from '../../contracts/staging.ts';
import type { IgnoredLine } from '../../domain/redirects.ts';

/** Purpose of a command. */
export type BuildStep = 'install' | 'build';

/** Entry of `scripts` in package.json. */
export interface Script {
  name: string;
  text: string;
}

/** Command as it will run: argv, never a shell line. */
export interface Command {
  step: BuildStep;
  /** Program first. */
  argv: readonly string[];
  /** Absolute working directory. */
  cwd: string;
  /** `argv` as typed in a shell. */
  text: string;
  /** Scripts of package.json that it runs, in the order they are named. */
  scripts: readonly Script[];
  /** Variables of the user's shell that it receives besides the safe ones. */
  variables: readonly string[];
  /** SHA-256 that changes with everything that decides what the command runs; consent is stored by it. */
  fingerprint: string;
  /** False when there is more code than the fingerprint can cover; consent then holds for one stage. */
  isCovered: boolean;
}

/** Why a link is not staged: its target is outside the output, ignored, missing, or contains the link. */
export type SkippedLink = 'outside' | 'left_out' | 'broken' | 'circular';

/** Progress of a stage, in order. Sizes are bytes. */
export type StageEvent =
  | {
      type: 'detected';
      /** `static`: the folder is staged as it is. `build`: a command must run first. */
      kind: 'static' | 'build';
      /** Name for people, such as “Vite”; null when unknown. */
      framework: string | null;
      packageManager: string | null;
      commands: readonly Command[];
    }
  /** The build would create a server; `advice` says in one line how to get pages. */
  | { type: 'server_framework'; advice: string }
  | { type: 'build_started'; command: Command }
  | { type: 'build_line'; step: BuildStep; text: string }
  | { type: 'build_finished'; step: BuildStep; milliseconds: number }
  | { type: 'output_chosen'; folder: string }
  /** The output was built before this source was changed last; both are relative to the project. */
  | { type: 'outdated'; output: string; source: string }
  /** Pages that are made on a server, which the output therefore does not hold. */
  | { type: 'server_pages'; routes: readonly string[] }
  | { type: 'collected'; files: number }
  /** What rules of ours leave out; a folder's path ends with a slash. */
  | { type: 'left_out'; paths: readonly string[] }
  | { type: 'link_skipped'; path: string; reason: SkippedLink }
  /** Source files in a folder that is staged as it is; `first` are examples. */
  | { type: 'source_found'; files: number; first: readonly string[] }
  /** The first page expects to be served below this path, so the link opens there. */
  | { type: 'base_path'; base: string }
  /** Names that some disks cannot save: those of Windows, and twins by case; `first` are examples. */
  | { type: 'unportable_names'; files: number; first: readonly string[] }
  /** Lines of `_redirects` or `_headers` that a snapshot does not follow; `first` are examples. */
  | { type: 'rules_ignored'; file: string; lines: number; first: readonly IgnoredLine[] }
  | { type: 'hashing'; files: number; ofFiles: number; bytes: number }
  | { type: 'hashed'; files: number; bytes: number; milliseconds: number }
  /** Larger than recommended; staged all the same. */
  | { type: 'large_file'; path: string; bytes: number }
  /** Left out, although a file that is staged refers to it. */
  | { type: 'left_out_needed'; path: string; from: string }
  /** Archives and long texts that were not searched for keys; `first` are examples. */
  | { type: 'not_searched'; files: number; first: readonly string[] }
  /** A text to be published looks like a credential; `what` never contains the text. */
  | { type: 'secret_warning'; path: string; line: number; what: string }
  | {
      type: 'offered';
      uploadId: string;
      snapshotId: string;
      version: number;
      missingFiles: number;
      missingBytes: number;
      bytes: number;
      /** Newest version of the snapshot when it has exactly these files. */
      unchangedSince: number | null;
    }
  | { type: 'uploading'; files: number; ofFiles: number; bytes: number; ofBytes: number }
  /** The connection failed; the upload resumes after `milliseconds`. */
  | { type: 'retrying'; attempt: number; milliseconds: number; reason: string }
  /** A file changed while it was read, so everything is read again. */
  | { type: 'restarted'; path: string }
  /** All bytes have arrived; publishing follows. */
  | { type: 'finalizing'; snapshotId: string; version: number }
  /** These files are staged already, and the client did not want them again. */
  | { type: 'unchanged'; milliseconds: number }
  | { type: 'done'; staged: Staged; milliseconds: number };

export type Emit = (event: StageEvent) => void;
