import { briefOf, WHOLE } from '@stagelink/shared/tools/brief';
import { settle } from '@stagelink/shared/tools/comments';
import { connect } from '../../connection.ts';
import type { Context, Result } from '../../context.ts';

export async function run(context: Context, given: string): Promise<Result> {
  const { call } = await connect(context);
  const thread = briefOf(await settle(call, given, 'published'), WHOLE);
  return { data: { thread }, lines: ['Reopened.', thread.url] };
}
