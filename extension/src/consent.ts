import { UserError } from '@stagelink/shared/client/userError';
import { areCovered, consentScope, fingerprintsOf } from '@stagelink/shared/staging/core/consentScope';
import { commandLabel, consentLines } from '@stagelink/shared/staging/node/consent';
import type { Command } from '@stagelink/shared/staging/core/events';
import { window, workspace } from 'vscode';
import type { App } from './app.ts';

/** Builds run the code of a folder and its dependencies, so the user must agree. */
export async function askConsent(app: App, folder: string, commands: readonly Command[]): Promise<boolean> {
  const fingerprints = fingerprintsOf(commands);
  const list = commands.map((command) => commandLabel(folder, command)).join(' and ');
  if (!workspace.isTrusted) {
    throw new UserError(
      'untrusted',
      `${folder} must be built with ${list}, but this workspace is not trusted to run code.`,
    );
  }
  if (app.consents.has(folder, fingerprints)) return true;
  const yes = 'Run and Stage';
  const detail = [
    `In ${folder}. This runs its code on this computer:`,
    ...consentLines(folder, commands),
    consentScope(areCovered(commands)),
  ].join('\n');
  if ((await window.showWarningMessage(`Run ${list}?`, { modal: true, detail }, yes)) !== yes) return false;
  if (areCovered(commands)) await app.consents.remember(folder, fingerprints);
  return true;
}

/** Asks before a build that would create a server instead of pages. */
export async function askToGoOn(folder: string, advice: string): Promise<boolean> {
  const yes = 'Build Anyway';
  return (await window.showWarningMessage(advice, { modal: true, detail: folder }, yes)) === yes;
}
