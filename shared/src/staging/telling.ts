import type { Staged } from '../contracts/staging.ts';
import type { SkippedLink, StageEvent } from './events.ts';
import { count, duration, size } from './words.ts';

const SKIPPED_LINKS: Record<SkippedLink, string> = {
  outside: 'it is a link to something outside the folder',
  left_out: 'it is a link to something that is left out',
  broken: 'it is a link to something that does not exist',
  circular: 'it is a link to a folder that contains it',
};

export interface Told {
  /**
   * `passing` is true for a moment only, so the next sentence may take its place. Everything else stays: what is run
   * (`command`), what it prints (`output`), what to look at (`warning`), the end (`done`), and all other facts.
   */
  kind: 'passing' | 'command' | 'output' | 'warning' | 'done' | 'fact';
  text: string;
}

/** An event as every client tells it to a person; null when there is nothing to say. How it looks is the client's. */
export function tell(event: StageEvent): Told | null {
  switch (event.type) {
    case 'detected':
      return event.kind === 'build'
        ? {
            kind: 'fact',
            text: `${event.framework ?? 'Project'} with ${event.packageManager ?? 'its own command'}`,
          }
        : null;
    case 'server_framework':
      return { kind: 'warning', text: event.advice };
    case 'build_started':
      return { kind: 'command', text: event.command.text };
    case 'build_line':
      return { kind: 'output', text: event.text };
    case 'build_finished': {
      const what = event.step === 'install' ? 'Installed' : 'Built';
      return { kind: 'fact', text: `${what} in ${duration(event.milliseconds)}` };
    }
    case 'collected':
      return { kind: 'passing', text: `Reading ${count(event.files, 'file')}…` };
    case 'hashing': {
      const all = count(event.ofFiles, 'file');
      return { kind: 'passing', text: `Reading ${event.files} of ${all}, ${size(event.bytes)}…` };
    }
    case 'link_skipped':
      return { kind: 'warning', text: `${event.path} was left out: ${SKIPPED_LINKS[event.reason]}.` };
    case 'editor_files_skipped': {
      const what =
        event.files === 1
          ? '1 file left by an editor is not staged'
          : `${count(event.files, 'file')} left by an editor are not staged`;
      return { kind: 'warning', text: `${what}: ${someOf(event)}` };
    }
    case 'source_found': {
      const what =
        event.files === 1 ? '1 file looks like source' : `${count(event.files, 'file')} look like source`;
      return {
        kind: 'warning',
        text: `${what}, which everyone with the link can read: ${someOf(event)} A .stagelinkignore file leaves them out.`,
      };
    }
    case 'base_path':
      return {
        kind: 'warning',
        text: `index.html looks for its files in ${event.base}, and a snapshot starts at /, so they will not load. Set the base path of the build (base, basePath, baseUrl or homepage) to /.`,
      };
    case 'large_file':
      return {
        kind: 'warning',
        text: `${event.path} is ${size(event.bytes)}; a page with it will load slowly.`,
      };
    case 'secret_warning':
      return {
        kind: 'warning',
        text: `${event.path}, line ${event.line}: this looks like a ${event.what}, and everyone with the link can read it.`,
      };
    case 'offered':
      return { kind: 'fact', text: sending(event.missingFiles, event.missingBytes, event.bytes) };
    case 'uploading':
      return { kind: 'passing', text: `Sent ${size(event.bytes)} of ${size(event.ofBytes)}…` };
    case 'retrying':
      return {
        kind: 'warning',
        text: `${event.reason} Trying again in ${duration(event.milliseconds)}.`,
      };
    case 'restarted':
      return {
        kind: 'warning',
        text: `${event.path} changed while it was staged; reading everything again.`,
      };
    case 'finalizing':
      return { kind: 'passing', text: 'Publishing…' };
    case 'done':
      return { kind: 'done', text: stagedText(event.staged, event.milliseconds) };
    case 'unchanged':
      return { kind: 'done', text: 'Nothing has changed since it was staged' };
    case 'hashed':
    case 'output_chosen':
      return null;
  }
}

const someOf = ({ files, first }: { files: number; first: readonly string[] }): string =>
  first.join(', ') + (files > first.length ? ', …' : '.');

function stagedText({ version, waits }: Staged, milliseconds: number): string {
  const took = duration(milliseconds);
  return `${waits ? 'Sent' : 'Staged'} as version ${version} in ${took}`;
}

function sending(files: number, bytes: number, ofBytes: number): string {
  if (files === 0) return `Nothing new to send (${size(ofBytes)} in all)`;
  return `Sending ${count(files, 'file')}, ${size(bytes)} of ${size(ofBytes)}`;
}
