import type { Staged } from '../../contracts/staging.ts';
import type { SkippedLink, StageEvent } from './events.ts';
import { bytes, count, duration } from '../../domain/format.ts';
import { leftOutText } from './leftOut.ts';

const SKIPPED_LINKS: Record<SkippedLink, string> = {
  outside: 'its target is outside the folder',
  left_out: 'its target is excluded',
  broken: 'its target does not exist',
  circular: 'its target is a folder that contains it',
};

type IgnoredRules = Omit<Extract<StageEvent, { type: 'rules_ignored' }>, 'type'>;

export interface EventText {
  /**
   * A `passing` text may be replaced by the next one. All others stay: what runs (`command`), its output
   * (`output`), what to check (`warning`), the end (`done`), and other facts (`fact`).
   */
  kind: 'passing' | 'command' | 'output' | 'warning' | 'done' | 'fact';
  text: string;
}

/** Describes an event for a user; returns null when there is nothing to show. */
export function describeEvent(event: StageEvent): EventText | null {
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
      return { kind: 'passing', text: `Reading ${event.files} of ${all}, ${bytes(event.bytes)}…` };
    }
    case 'link_skipped':
      return { kind: 'warning', text: `${event.path} was left out: ${SKIPPED_LINKS[event.reason]}.` };
    case 'left_out': {
      const text = leftOutText(event.paths);
      return text === null ? null : { kind: 'fact', text };
    }
    case 'left_out_needed':
      return {
        kind: 'warning',
        text: `${event.path} is left out, but ${event.from} refers to it. To stage it, write !${event.path} into a .stagelinkignore file.`,
      };
    case 'not_searched':
      return {
        kind: 'warning',
        text: `Not searched for secret keys, because large or packed: ${someOf(event)}`,
      };
    case 'source_found': {
      const what =
        event.files === 1 ? '1 file looks like source' : `${count(event.files, 'file')} look like source`;
      return {
        kind: 'warning',
        text: `${what}, which everyone with the link can read: ${someOf(event)} Exclude them with a .stagelinkignore file.`,
      };
    }
    case 'outdated':
      return {
        kind: 'warning',
        text: `${event.output} was built before your last change to ${event.source}. Build it to stage the change.`,
      };
    case 'server_pages':
      return { kind: 'warning', text: serverPagesText(event.routes) };
    case 'base_path':
      return { kind: 'fact', text: `Built for ${event.base}, so the link opens there.` };
    case 'unportable_names':
      return { kind: 'warning', text: unportableNamesText(event) };
    case 'rules_ignored':
      return { kind: 'warning', text: ignoredRulesText(event) };
    case 'large_file':
      return {
        kind: 'warning',
        text: `${event.path} is ${bytes(event.bytes)}. Pages with it load slowly.`,
      };
    case 'secret_warning':
      return {
        kind: 'warning',
        text: `${event.path}, line ${event.line}: this looks like a ${event.what}, and everyone with the link can read it.`,
      };
    case 'offered':
      if (event.unchangedSince !== null)
        return { kind: 'warning', text: `Nothing has changed since version ${event.unchangedSince}.` };
      return { kind: 'fact', text: sending(event.missingFiles, event.missingBytes, event.bytes) };
    case 'uploading':
      return { kind: 'passing', text: `Sent ${bytes(event.bytes)} of ${bytes(event.ofBytes)}…` };
    case 'retrying':
      return {
        kind: 'warning',
        text: `${event.reason} Trying again in ${duration(event.milliseconds)}.`,
      };
    case 'restarted':
      return {
        kind: 'warning',
        text: `${event.path} changed while it was staged. Reading everything again.`,
      };
    case 'finalizing':
      return { kind: 'passing', text: 'Publishing…' };
    case 'done':
      return { kind: 'done', text: stagedText(event.staged, event.milliseconds) };
    case 'unchanged':
      return { kind: 'done', text: 'No changes since the last stage' };
    case 'hashed':
    case 'output_chosen':
      return null;
  }
}

interface Examples {
  files: number;
  first: readonly string[];
}

/** Describes names that some disks cannot save. */
export const unportableNamesText = (names: Examples): string =>
  `The link shows these names, but some disks cannot save them: ${someOf(names)}`;

/** Describes the lines of a file with rules that a snapshot does not follow. */
export function ignoredRulesText({ file, lines, first }: IgnoredRules): string {
  const named = first.map(({ line, reason }) => `line ${line} ${reason}`);
  return `Ignored in ${file}: ${named.join('; ')}${lines > first.length ? `; and ${lines - first.length} more` : ''}.`;
}

const someOf = ({ files, first }: Examples): string =>
  first.join(', ') + (files > first.length ? ', …' : '.');

/** Number of routes in the line about pages of a server. */
const ROUTES_NAMED = 3;

function serverPagesText(routes: readonly string[]): string {
  const named = routes.slice(0, ROUTES_NAMED);
  const more = routes.length - named.length;
  const all = more > 0 ? [...named, `${more} more`] : named;
  const list = all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;
  return routes.length === 1
    ? `${list} is made on a server and is not in this snapshot.`
    : `${list} are made on a server and are not in this snapshot.`;
}

function stagedText({ version, draft }: Staged, milliseconds: number): string {
  const took = duration(milliseconds);
  return `${draft ? 'Sent' : 'Staged'} as version ${version} in ${took}`;
}

function sending(files: number, sentBytes: number, ofBytes: number): string {
  if (files === 0) return `Nothing new to upload (${bytes(ofBytes)} in total)`;
  return `Sending ${count(files, 'file')}, ${bytes(sentBytes)} of ${bytes(ofBytes)}`;
}
