import { consentScope } from '@stagelink/shared/staging/core/consentScope';
import { oneLine } from '@stagelink/shared/staging/node/consent';
import type { Folder, FolderSettings, FolderState } from '../../protocol/folders.ts';

/** What the main process asks a person, because the window may be compromised. */
export interface Question {
  message: string;
  detail: string;
  /** Label of the button that agrees. */
  action: string;
}

type Asking = Extract<FolderState, { kind: 'asking' }>;

/** A system's dialog does not scroll. */
const LINES_MAX = 40;
const LINE_LENGTH_MAX = 300;

const shorten = (line: string): string =>
  line.length > LINE_LENGTH_MAX ? `${line.slice(0, LINE_LENGTH_MAX)}…` : line;

function bounded(lines: readonly string[]): string[] {
  const shown = lines.slice(0, LINES_MAX).map(shorten);
  const left = lines.length - shown.length;
  return left === 0 ? shown : [...shown, `and ${left} more lines, which the page of the folder lists`];
}

/** Asks whether these commands may run. */
export const runQuestion = (
  { name, path }: Folder,
  { commands, fingerprints, isCovered }: Asking,
): Question => ({
  message: `Run ${fingerprints.length === 1 ? 'this command' : 'these commands'} to stage “${oneLine(name)}”?`,
  detail: [
    `In ${oneLine(path)}. This runs its code on this computer, with your rights:`,
    '',
    ...bounded(commands),
    '',
    consentScope(isCovered),
  ].join('\n'),
  action: 'Run and Stage',
});

/** Asks whether settings may change what a build runs; null when they run nothing new. */
export function settingsQuestion(folder: Folder, change: Partial<FolderSettings>): Question | null {
  const { settings, name, path } = folder;
  const command = change.buildCommand?.trim() || null;
  const isNewCommand = command !== null && command !== settings.buildCommand;
  const added = (change.variables ?? []).filter((variable) => !settings.variables.includes(variable));
  if (!isNewCommand && added.length === 0) return null;
  const lines = [
    ...(isNewCommand ? [`Build command: ${oneLine(command)}`] : []),
    ...(added.length === 0 ? [] : [`Variables of your shell: ${added.join(', ')}`]),
  ];
  return {
    message: `Change how “${oneLine(name)}” is built?`,
    detail: [`In ${oneLine(path)}:`, '', ...bounded(lines)].join('\n'),
    action: 'Change',
  };
}
