import { toThreadPayload, UNLIMITED } from '@stagelink/shared/agentTools/threadPayload';
import { setResolved } from '@stagelink/shared/agentTools/comments';
import { connect } from '../../connection.ts';
import type { Context, Result } from '../../context.ts';

export async function run(context: Context, given: string): Promise<Result> {
  const { call } = await connect(context);
  const thread = toThreadPayload(await setResolved(call, given, 'resolved'), UNLIMITED);
  return { data: { thread }, lines: ['Resolved.', thread.url] };
}
