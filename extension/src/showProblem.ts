import { commands, Uri, window } from 'vscode';
import type { App } from './app.ts';
import { type Remedy, toProblem } from './problem.ts';

const LABELS: Record<Remedy, string> = {
  signIn: 'Set Token',
  settings: 'Open Settings',
  trust: 'Manage Workspace Trust',
  stage: 'Stage',
  stageNew: 'Stage at a New Link',
  log: 'Show Log',
};

/** Tells why something did not happen, and does what the person chooses. What they ended themselves is not told. */
export async function showProblem(app: App, thrown: unknown, folder?: string): Promise<void> {
  const problem = toProblem(thrown);
  if (!problem) return;
  const { message, remedy } = problem;
  const chosen = await window.showErrorMessage(message, ...(remedy ? [LABELS[remedy]] : []));
  if (chosen === undefined || !remedy) return;
  const acts: Record<Remedy, () => unknown> = {
    signIn: () => commands.executeCommand('stagelink.setToken'),
    settings: () => commands.executeCommand('workbench.action.openSettings', 'stagelink.server'),
    trust: () => commands.executeCommand('workbench.trust.manage'),
    stage: () => commands.executeCommand('stagelink.stage'),
    stageNew: () =>
      commands.executeCommand('stagelink.stageNew', folder === undefined ? undefined : Uri.file(folder)),
    log: () => app.log.reveal({ isAsked: true }),
  };
  await acts[remedy]();
}
