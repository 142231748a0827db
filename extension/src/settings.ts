import { Uri, workspace } from 'vscode';
import { serverAddress } from './serverAddress.ts';

const settingsOf = (folder?: string) =>
  workspace.getConfiguration('stagelink', folder === undefined ? null : Uri.file(folder));

/** URL without a trailing slash. */
export const server = (): string =>
  serverAddress(settingsOf().get('server', ''), settingsOf().get('allowInsecureServer', false));

export const notifies = (): boolean => settingsOf().get('notifyOfComments', true);

export interface FolderSettings {
  buildCommand: string | undefined;
  output: string | undefined;
  /** Names of environment variables for builds. */
  variables: string[];
  /** Whether new links get a password. */
  password: boolean;
}

export function ofFolder(folder: string): FolderSettings {
  const settings = settingsOf(folder);
  return {
    buildCommand: settings.get('buildCommand', '').trim() || undefined,
    output: settings.get('outputFolder', '').trim() || undefined,
    variables: settings.get<string[]>('buildVariables', []),
    password: settings.get('password', true),
  };
}
