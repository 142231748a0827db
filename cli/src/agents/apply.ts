import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { UserError } from '@stagelink/shared/client/userError';
import { forgetInstalled, hashOf, rememberInstalled } from '../store/agentFiles.ts';
import type { Change } from './plan.ts';

/** Writes beside the file and renames, so that a reader sees the old text or the new one. Keeps the mode. */
function replace(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, text, { flag: 'wx' });
  if (existsSync(file)) chmodSync(draft, statSync(file).mode);
  renameSync(draft, file);
}

/** Removes the folders that were created for a file, as far as they are empty. */
function removeFolders(file: string, outermost: string | null): void {
  if (outermost === null) return;
  try {
    for (let folder = path.dirname(file); folder.startsWith(outermost); folder = path.dirname(folder))
      rmdirSync(folder);
  } catch {
    // Something else is in it.
  }
}

function assertUnchanged({ file, before }: Change): void {
  const now = existsSync(file) ? readFileSync(file, 'utf8') : null;
  if (now === before) return;
  throw new UserError('conflict', `${file} changed meanwhile, so it was not written.`, 'Run this again.');
}

function write(change: Change, after: string): void {
  const { file, created, isOwn, installed } = change;
  const folder = mkdirSync(path.dirname(file), { recursive: true }) ?? installed?.folder ?? null;
  replace(file, after);
  rememberInstalled({ file, created, folder, ...(isOwn ? { hash: hashOf(after) } : {}) });
}

function takeBack({ file, installed }: Change, after: string | null): void {
  if (after === null) {
    rmSync(file);
    removeFolders(file, installed?.folder ?? null);
  } else replace(file, after);
  forgetInstalled(file);
}

/** Makes planned changes, each at once or not at all. */
export function applyChanges(changes: readonly Change[], direction: 'install' | 'uninstall'): void {
  // The other way round, so that a folder that was created for several files is empty at the end.
  const ordered = direction === 'install' ? changes : changes.toReversed();
  for (const change of ordered) {
    assertUnchanged(change);
    if (direction === 'install' && change.after !== null) write(change, change.after);
    else takeBack(change, change.after);
  }
}
