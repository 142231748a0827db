import { text as readAll } from 'node:stream/consumers';
import { toThreadPayload, UNLIMITED } from '@stagelink/shared/agentTools/threadPayload';
import { replyTo } from '@stagelink/shared/agentTools/comments';
import { connect } from '../../connection.ts';
import type { Context, Result } from '../../context.ts';
import { usage } from '../../errors.ts';

/** `-` reads the text from a pipe, which keeps its line breaks. */
export async function run(context: Context, given: string, textOrDash: string): Promise<Result> {
  const text = textOrDash === '-' ? await readAll(context.stdin) : textOrDash;
  if (text.trim() === '') throw usage('The reply is empty.', 'Give the text, or - to read it from a pipe.');
  const { call } = await connect(context);
  const thread = toThreadPayload(await replyTo(call, given, text), UNLIMITED);
  return { data: { thread }, lines: ['Replied.', thread.url] };
}
