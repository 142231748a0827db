import * as z from 'zod';
import type { App } from '../../platform/context.ts';
import { signedToken } from '../../platform/signedToken.ts';
import { linkOf } from '../snapshots/present.ts';

// The link in an email to a visitor proves that they began the thread, in whatever browser they open it. It ends when
// another version is staged for the thread, when the question is answered, or when the snapshot's password changes. See docs/decisions/0015.

const answerToken = signedToken(
  'answer staged',
  z.object({ threadId: z.string(), version: z.coerce.number(), passwordRevision: z.coerce.number() }),
);

interface Staged {
  snapshotId: string;
  passwordRevision: number;
  threadId: string;
  version: number;
}

/** Returns the link that opens the question. The part after `#` reaches neither a server nor its log. */
export function answerLink(
  app: Pick<App, 'config' | 'secrets'>,
  { snapshotId, passwordRevision, threadId, version }: Staged,
): string {
  const token = answerToken.sign(app.secrets, { threadId, version, passwordRevision });
  return `${linkOf(app, snapshotId)}#answer=${token}&thread=${threadId}`;
}

/** Returns the thread, version and password revision in a token, or null if it is invalid. */
export const readAnswerToken = ({ secrets }: Pick<App, 'secrets'>, token: string) =>
  answerToken.verify(secrets, token);
