import { UserError } from '@stagelink/shared/client/userError';
import { areCovered, consentScope, fingerprintsOf } from '@stagelink/shared/staging/core/consentScope';
import { commandLabel, consentLines } from '@stagelink/shared/staging/node/consent';
import { describeQuestion, type StageQuestion } from '@stagelink/shared/staging/core/questions';
import type { Command } from '@stagelink/shared/staging/core/events';
import {
  describeLinkQuestion,
  type LinkAnswer,
  type LinkQuestion,
} from '@stagelink/shared/staging/core/linkQuestion';
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

/** Asks what only a person can decide about a folder's files. */
export async function decide(question: StageQuestion): Promise<boolean> {
  const { title, lines, question: ask, yes } = describeQuestion(question);
  const detail = [title, ...lines].join('\n');
  return (await window.showWarningMessage(ask, { modal: true, detail }, yes)) === yes;
}

/** Asks whether a folder that has the project link of another is staged to it. */
export async function askLink(question: LinkQuestion): Promise<LinkAnswer | null> {
  const { title, question: detail, same, own } = describeLinkQuestion(question);
  const chosen = await window.showWarningMessage(title, { modal: true, detail }, same, own);
  if (chosen === undefined) return null;
  return chosen === same ? 'same' : 'own';
}

/** Asks before a build that would create a server instead of pages. */
export async function askToGoOn(folder: string, advice: string): Promise<boolean> {
  const yes = 'Build Anyway';
  return (await window.showWarningMessage(advice, { modal: true, detail: folder }, yes)) === yes;
}
