import { extendSnapshot } from '@stagelink/shared/contracts/snapshots';
import type { Context, Result } from '../context.ts';
import { connectFor, findTarget } from '../target.ts';
import { expiry } from '../expiry.ts';

export async function run(context: Context, given: string | undefined): Promise<Result> {
  const connection = await connectFor(context, given);
  const { id } = findTarget(context, connection, given);
  const { snapshot } = await connection.call(extendSnapshot, { id });
  const { name, expiresAt, url } = snapshot;
  return {
    data: { id, expiresAt, url },
    lines: [`“${name}” now expires ${expiry(expiresAt, Date.now())} (${expiresAt.slice(0, 10)}).`],
  };
}
