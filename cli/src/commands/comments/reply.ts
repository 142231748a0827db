import { text as readAll } from 'node:stream/consumers';
import { briefOf, WHOLE } from '@stagelink/shared/tools/brief';
import { replyTo } from '@stagelink/shared/tools/comments';
import { connect } from '../../connection.ts';
import type { Context, Result } from '../../context.ts';
import { usage } from '../../exit.ts';

/** Answers a thread; `-` reads the text from a pipe, which keeps its lines. */
export async function run(context: Context, given: string, said: string): Promise<Result> {
  const text = said === '-' ? await readAll(context.stdin) : said;
  if (text.trim() === '')
    throw usage('There is nothing to say.', 'Give the text, or - to read it from a pipe.');
  const { call } = await connect(context);
  const thread = briefOf(await replyTo(call, given, text), WHOLE);
  return { data: { thread }, lines: ['Replied.', thread.url] };
}
