import { commandLabel, consentLines } from '@stagelink/shared/staging/consent';
import type { Command } from '@stagelink/shared/staging/events';
import { window, workspace } from 'vscode';
import type { App } from './app.ts';
import { Problem } from './problem.ts';

/** A build runs the code of a folder and of everything it depends on, so a person says yes once. */
export async function askConsent(app: App, folder: string, commands: readonly Command[]): Promise<boolean> {
  const fingerprints = commands.map(({ fingerprint }) => fingerprint);
  const list = commands.map((command) => commandLabel(folder, command)).join(' and ');
  if (!workspace.isTrusted) {
    throw new Problem(
      `${folder} has to be built with ${list}, and this workspace is not trusted to run its code.`,
      'trust',
    );
  }
  if (app.consents.has(folder, fingerprints)) return true;
  const yes = 'Run and Stage';
  const detail = [
    `In ${folder}. This runs its code on this machine, now and each time this folder is staged, until it changes:`,
    ...consentLines(folder, commands),
  ].join('\n');
  if ((await window.showWarningMessage(`Run ${list}?`, { modal: true, detail }, yes)) !== yes) return false;
  await app.consents.remember(folder, fingerprints);
  return true;
}

/** Asked before a build that would make a server and no pages. */
export async function askToGoOn(folder: string, advice: string): Promise<boolean> {
  const yes = 'Build Anyway';
  return (await window.showWarningMessage(advice, { modal: true, detail: folder }, yes)) === yes;
}
