import { commandLabel, consentLines } from '@stagelink/shared/staging/consent';
import type { Command } from '@stagelink/shared/staging/events';
import { confirm } from '../ask.ts';
import { type Context, type Result, say } from '../context.ts';
import { toCliError, usage } from '../exit.ts';
import { Progress } from '../progress.ts';
import { type StageFlags, stageFolder } from '../stageFolder.ts';
import { hasConsent, rememberConsent } from '../store/consents.ts';
import { connectFor } from '../target.ts';

interface Flags extends StageFlags {
  yes?: boolean;
}

/** Stages a folder, at the link it already has unless `--new` is given. */
export async function run(context: Context, given: string | undefined, flags: Flags): Promise<Result> {
  const connection = await connectFor(context, given);
  const progress = new Progress(context);
  const { folder, isNewLink, staged, sent } = await stageFolder(context, connection, given ?? '.', flags, {
    consent: (where, commands) => askConsent(context, where, commands, flags.yes ?? false),
    // The advice has just been shown.
    goOn: () => flags.yes === true || !context.interactive || confirm(context, 'Build it anyway?'),
    show(event) {
      progress.show(event);
      if (event.type === 'finalizing') sayTooLate(context);
    },
    signal: context.signal,
  })
    .catch((cause: unknown) => {
      // The lines of a failed build are on the screen already.
      throw context.json ? cause : toCliError(cause).withoutLines();
    })
    .finally(() => progress.clear());
  const { snapshot, version, url, contentUrl, password } = staged;
  return {
    data: {
      url,
      password,
      snapshotId: snapshot.id,
      name: snapshot.name,
      version,
      contentUrl,
      expiresAt: snapshot.expiresAt,
      folder,
      isNewLink,
      ...sent,
    },
    lines: [...(password === null ? [] : [`Password: ${password}`]), url],
  };
}

/** Cancelling does not stop the server from publishing. */
function sayTooLate(context: Context): void {
  const tooLate = 'It is being published already; waiting for the server to confirm.';
  context.signal.addEventListener('abort', () => say(context, tooLate), { once: true });
}

/** A build runs the code of a folder and of everything it depends on, so a person says yes once. */
async function askConsent(
  context: Context,
  folder: string,
  commands: readonly Command[],
  yes: boolean,
): Promise<boolean> {
  const fingerprints = commands.map(({ fingerprint }) => fingerprint);
  if (yes || hasConsent(folder, fingerprints)) return true;
  if (!context.interactive) {
    const list = commands.map((command) => commandLabel(folder, command)).join(' and ');
    throw usage(
      `Staging ${folder} would run ${list}, and there is no terminal to ask in.`,
      'Give --yes to allow it, or --no-build to stage what is already built.',
    );
  }
  say(context, `${folder} has to be built first, which runs its code on this machine:`);
  for (const line of consentLines(folder, commands)) say(context, `  ${line}`);
  if (!(await confirm(context, 'Run it now, and each time this folder is staged, until it changes?')))
    return false;
  rememberConsent(folder, fingerprints);
  return true;
}
