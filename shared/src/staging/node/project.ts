import type { Command } from '../core/events.ts';

/** What a folder turned out to be, and what has to be run before it can be staged. */
export interface Project {
  /** Real, absolute path. */
  folder: string;
  kind: 'static' | 'build';
  framework: string | null;
  packageManager: string | null;
  commands: readonly Command[];
  /** The output where it is known without a build, relative to `folder`. */
  output: string | null;
  /** Where the framework says its output goes, best first, relative to `folder`. */
  outputs: readonly string[];
  /** What to do first, in one line, where the build would make a server and no pages. */
  advice: string | null;
  /** The only files to stage, relative to the output; null for all of them. */
  only: readonly string[] | null;
}
