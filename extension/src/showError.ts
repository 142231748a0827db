import type { UserError } from '@stagelink/shared/client/userError';
import { upgradeUrlIn } from '@stagelink/shared/domain/upgradeUrl';
import { commands, env, Uri, window } from 'vscode';
import type { App } from './app.ts';
import { errorText, isCancelled, recoveryFor, type RecoveryAction } from './errors.ts';

const LABELS: Record<RecoveryAction, string> = {
  signIn: 'Sign In',
  setToken: 'Set Token',
  settings: 'Open Settings',
  trust: 'Manage Workspace Trust',
  stage: 'Stage',
  stageNew: 'Stage at a New Link',
  log: 'Show Log',
  upgrade: 'Upgrade to Pro',
};

/** Shows an error, and does what the user chooses. What the user ended is not shown. */
export async function showError(app: App, error: UserError, folder?: string): Promise<void> {
  if (isCancelled(error)) return;
  const action = recoveryFor(error);
  const chosen = await window.showErrorMessage(errorText(error), ...(action ? [LABELS[action]] : []));
  if (chosen === undefined || !action) return;
  const actions: Record<RecoveryAction, () => unknown> = {
    signIn: () => commands.executeCommand('stagelink.signIn'),
    setToken: () => commands.executeCommand('stagelink.setToken'),
    settings: () => commands.executeCommand('workbench.action.openSettings', 'stagelink.server'),
    trust: () => commands.executeCommand('workbench.trust.manage'),
    stage: () => commands.executeCommand('stagelink.stage'),
    stageNew: () =>
      commands.executeCommand('stagelink.stageNew', folder === undefined ? undefined : Uri.file(folder)),
    log: () => app.log.reveal({ isAsked: true }),
    upgrade: () => env.openExternal(Uri.parse(upgradeUrlIn(error.message) ?? '')),
  };
  await actions[action]();
}
