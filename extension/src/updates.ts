import { EXTENSION_PATH, extensionVersion } from '@stagelink/shared/contracts/editorExtension';
import { isNewer } from '@stagelink/shared/domain/semver';
import { env, type Memento, Uri, window } from 'vscode';
import type { App } from './app.ts';
import { callTo } from './connection.ts';
import * as settings from './settings.ts';

const KEY = 'updatesCheckedAt';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Reports a newer version of the extension on the server, at most once a day. */
export async function checkForUpdate(app: App, memento: Memento): Promise<void> {
  if (Date.now() - memento.get(KEY, 0) < DAY_MS) return;
  const server = settings.server();
  const { version } = await callTo(app, server)(extensionVersion, {});
  await memento.update(KEY, Date.now());
  if (version === null || !isNewer(version, app.version)) return;
  const message = `Stagelink ${version} is available (installed: ${app.version}). Download it, then run “Extensions: Install from VSIX...”.`;
  const chosen = await window.showInformationMessage(message, 'Download');
  if (chosen) await env.openExternal(Uri.parse(server + EXTENSION_PATH, true));
}
