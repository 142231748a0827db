import { toThreadPayload, UNLIMITED } from '@stagelink/shared/agentTools/threadPayload';
import { setResolved } from '@stagelink/shared/agentTools/comments';
import { connect } from '../../connection.ts';
import type { Context, Result } from '../../context.ts';

export async function run(context: Context, given: string): Promise<Result> {
  const { call } = await connect(context);
  const thread = toThreadPayload(await setResolved(call, given, 'published'), UNLIMITED);
  return { data: { thread }, lines: ['Reopened.', thread.url] };
}
