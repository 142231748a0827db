import { briefOf, WHOLE } from '@stagelink/shared/tools/brief';
import { findThread } from '@stagelink/shared/tools/comments';
import { connect } from '../../connection.ts';
import type { Context, Result } from '../../context.ts';
import { whole } from '../../threadLines.ts';

export async function run(context: Context, given: string): Promise<Result> {
  const { call } = await connect(context);
  const thread = briefOf(await findThread(call, given), WHOLE);
  return { data: { thread }, lines: whole(thread, Date.now()) };
}
