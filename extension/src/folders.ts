import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '@stagelink/shared/client/userError';
import { commands, type Uri, window, workspace } from 'vscode';
import type { StagedFolder } from './store/stagedFolders.ts';

const onDisk = (folder: string): string => (existsSync(folder) ? realpathSync.native(folder) : folder);

/** Returns the workspace's folders; the one of the active editor comes first. */
function workspaceFolders(): string[] {
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const edited = window.activeTextEditor?.document.uri;
  const current = edited && workspace.getWorkspaceFolder(edited);
  return folders
    .sort((a, b) => Number(b === current) - Number(a === current))
    .map(({ uri }) => onDisk(uri.fsPath));
}

export const hasWorkspaceFolder = (): boolean => workspaceFolders().length > 0;

async function pick<T extends { folder: string; url?: string }>(
  among: readonly T[],
  title: string,
): Promise<T | null> {
  const items = among.map((one) => ({
    one,
    label: path.basename(one.folder),
    description: path.dirname(one.folder),
    ...(one.url === undefined ? {} : { detail: one.url }),
  }));
  const picked = await window.showQuickPick(items, { title, matchOnDescription: true });
  return picked?.one ?? null;
}

/** Returns the clicked folder, the only one, or the picked one; null when none was picked. */
export async function folderToStage(clicked: Uri | undefined): Promise<string | null> {
  if (clicked) return onDisk(clicked.fsPath);
  const folders = workspaceFolders();
  const [only] = folders;
  if (only === undefined) {
    const open = await window.showInformationMessage(
      'Open the folder of your prototype first.',
      'Open Folder',
    );
    if (open) await commands.executeCommand('workbench.action.files.openFolder');
    return null;
  }
  if (folders.length === 1) return only;
  const items = folders.map((folder) => ({ folder }));
  return (await pick(items, 'Stage which folder?'))?.folder ?? null;
}

/** Returns a staged folder; null when none was picked. */
export async function stagedFolder(
  staged: readonly StagedFolder[],
  question: string,
): Promise<StagedFolder | null> {
  const [only] = staged;
  if (only === undefined)
    throw new UserError('nothing_staged', 'Nothing was staged from this workspace yet.');
  return staged.length === 1 ? only : pick(staged, question);
}
