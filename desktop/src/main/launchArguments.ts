import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import { type DeepLink, deepLinkIn } from './auth/deepLink.ts';

/** What the companion was opened with. */
export interface LaunchArguments {
  link: DeepLink | null;
  folders: string[];
}

const isFolder = (word: string): boolean =>
  path.isAbsolute(word) && existsSync(word) && statSync(word).isDirectory();

/** Ignores folders next to a deep link, which the user did not choose. */
export function readLaunchArguments(argv: readonly string[]): LaunchArguments {
  const link = deepLinkIn(argv);
  return { link, folders: app.isPackaged && !link ? argv.slice(1).filter(isFolder) : [] };
}
