import { reportExtension } from '@stagelink/shared/contracts/editorExtension';
import type { App } from './app.ts';
import type { Connection } from './connection.ts';

/** Reports the installed version once per account and version; the dashboard offers updates by it. */
export async function reportVersion(
  { reported, version }: Pick<App, 'reported' | 'version'>,
  { owner, call }: Pick<Connection, 'owner' | 'call'>,
): Promise<void> {
  if (reported.has(owner, version)) return;
  await call(reportExtension, { version });
  await reported.keep(owner, version);
}
