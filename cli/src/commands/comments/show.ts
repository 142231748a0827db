import { toThreadPayload, UNLIMITED } from '@stagelink/shared/agentTools/threadPayload';
import { findThread } from '@stagelink/shared/agentTools/comments';
import { connect } from '../../connection.ts';
import type { Context, Result } from '../../context.ts';
import { whole } from '../../formatThread.ts';

export async function run(context: Context, given: string): Promise<Result> {
  const { call } = await connect(context);
  const thread = toThreadPayload(await findThread(call, given), UNLIMITED);
  return { data: { thread }, lines: whole(thread, Date.now()) };
}
