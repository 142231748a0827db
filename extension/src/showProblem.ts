import { commands, Uri, window } from 'vscode';
import type { App } from './app.ts';
import type { Problem, Remedy } from './problem.ts';

const LABELS: Record<Remedy, string> = {
  signIn: 'Sign In',
  setToken: 'Set Token',
  settings: 'Open Settings',
  trust: 'Manage Workspace Trust',
  stage: 'Stage',
  stageNew: 'Stage at a New Link',
  log: 'Show Log',
};

/** Tells why something did not happen, and does what the person chooses. What they ended themselves is no problem. */
export async function showProblem(app: App, problem: Problem | null, folder?: string): Promise<void> {
  if (!problem) return;
  const { message, remedy } = problem;
  const chosen = await window.showErrorMessage(message, ...(remedy ? [LABELS[remedy]] : []));
  if (chosen === undefined || !remedy) return;
  const acts: Record<Remedy, () => unknown> = {
    signIn: () => commands.executeCommand('stagelink.signIn'),
    setToken: () => commands.executeCommand('stagelink.setToken'),
    settings: () => commands.executeCommand('workbench.action.openSettings', 'stagelink.server'),
    trust: () => commands.executeCommand('workbench.trust.manage'),
    stage: () => commands.executeCommand('stagelink.stage'),
    stageNew: () =>
      commands.executeCommand('stagelink.stageNew', folder === undefined ? undefined : Uri.file(folder)),
    log: () => app.log.reveal({ isAsked: true }),
  };
  await acts[remedy]();
}
