import { UserError } from '@stagelink/shared/client/userError';
import { areCovered, consentScope, fingerprintsOf } from '@stagelink/shared/staging/core/consentScope';
import { commandLabel, consentLines } from '@stagelink/shared/staging/node/consent';
import { describeQuestion, type StageQuestion } from '@stagelink/shared/staging/core/questions';
import type { Command } from '@stagelink/shared/staging/core/events';
import {
  describeLinkQuestion,
  type LinkAnswer,
  type LinkQuestion,
} from '@stagelink/shared/staging/core/linkQuestion';
import { choose, confirm } from '../prompt.ts';
import { type Context, type Result, writeStatus } from '../context.ts';
import { toCliError, usage } from '../errors.ts';
import { Progress } from '../progress.ts';
import { type StageFlags, stageFolder } from '../stageFolder.ts';
import { hasConsent, rememberConsent } from '../store/consents.ts';
import { connectFor } from '../target.ts';

interface Flags extends StageFlags {
  yes?: boolean;
  allowSecrets?: boolean;
}

/** Stages a folder at its existing link, unless `--new` is given. */
export async function run(context: Context, given: string | undefined, flags: Flags): Promise<Result> {
  const connection = await connectFor(context, given);
  const progress = new Progress(context);
  const { folder, isNewLink, staged, sent } = await stageFolder(context, connection, given ?? '.', flags, {
    consent: (where, commands) => askConsent(context, where, commands, flags.yes ?? false),
    // The advice was just printed.
    goOn: () => flags.yes === true || !context.interactive || confirm(context, 'Build it anyway?'),
    decide(question) {
      progress.clear();
      return decide(context, question, flags.allowSecrets ?? false);
    },
    askLink: context.interactive
      ? (question) => {
          progress.clear();
          return askLink(context, question);
        }
      : undefined,
    show(event) {
      progress.show(event);
      if (event.type === 'finalizing') sayTooLate(context);
    },
    signal: context.signal,
  })
    .catch((cause: unknown) => {
      throw toStageEnd(context, toCliError(cause));
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

/** The lines of a failed build, and those of a question, are on the screen already. */
function toStageEnd({ json, interactive }: Context, error: UserError): UserError {
  const { code, message, hint, cause } = error;
  if (code === 'secret_found' && !interactive) {
    const flag = 'Give --allow-secrets to publish it all the same.';
    return new UserError(code, message, `${hint} ${flag}`, { cause, lines: error.lines });
  }
  return json ? error : new UserError(code, message, hint, { cause });
}

/** Asks what only a person can decide. */
async function decide(context: Context, question: StageQuestion, allowSecrets: boolean): Promise<boolean> {
  if (question.kind === 'secrets' && allowSecrets) return true;
  if (!context.interactive) return false;
  const text = describeQuestion(question);
  writeStatus(context, text.title);
  for (const line of text.lines) writeStatus(context, `  ${line}`);
  return confirm(context, text.question);
}

/** Asks whether a copied folder is staged to the link of the original. */
function askLink(context: Context, question: LinkQuestion): Promise<LinkAnswer> {
  const text = describeLinkQuestion(question);
  writeStatus(context, text.title);
  return choose(context, text.question, [
    { value: 'own', label: text.own },
    { value: 'same', label: text.same },
  ]);
}

/** Cancelling does not stop the server from publishing. */
function sayTooLate(context: Context): void {
  const tooLate = 'Publishing has started. Waiting for the server to confirm.';
  context.signal.addEventListener('abort', () => writeStatus(context, tooLate), { once: true });
}

/** Builds run the code of a folder and its dependencies, so the user must agree. */
async function askConsent(
  context: Context,
  folder: string,
  commands: readonly Command[],
  yes: boolean,
): Promise<boolean> {
  const fingerprints = fingerprintsOf(commands);
  if (yes || hasConsent(folder, fingerprints)) return true;
  if (!context.interactive) {
    const list = commands.map((command) => commandLabel(folder, command)).join(' and ');
    throw usage(
      `Staging ${folder} would run ${list}. There is no terminal to ask in.`,
      'Give --yes to allow it, or --no-build to stage the existing output.',
    );
  }
  writeStatus(context, `${folder} must be built first, which runs its code on this computer:`);
  for (const line of consentLines(folder, commands)) writeStatus(context, `  ${line}`);
  writeStatus(context, consentScope(areCovered(commands)));
  if (!(await confirm(context, 'Run it now?'))) return false;
  if (areCovered(commands)) rememberConsent(folder, fingerprints);
  return true;
}
