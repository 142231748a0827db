import type { IncomingMessage } from 'node:http';
import { incompatibility, PROTOCOL, PROTOCOL_HEADER } from '@stagelink/shared/client/compatibility';
import { AppError } from '../../platform/http/errors.ts';

/** How our programs name themselves, and what they are called in a sentence. Other clients may be of any age. */
const PROGRAMS: readonly [userAgent: RegExp, name: string][] = [
  [/^stagelink-cli\b/, 'this command'],
  [/^stagelink-extension\b/, 'this extension'],
  [/^stagelink-companion\b/, 'this companion'],
];

/** Throws, with the sentence that names the update, if one of our programs is older than this server works with. */
export function assertKnowsProtocol({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const userAgent = headers['user-agent'] ?? '';
  const program = PROGRAMS.find(([pattern]) => pattern.test(userAgent));
  if (!program) return;
  const protocol = Number(headers[PROTOCOL_HEADER] ?? 1);
  const outdated = incompatibility(PROTOCOL, program[1], { protocol, oldestProtocol: 1 });
  if (outdated !== null) throw new AppError('forbidden', outdated);
}
