/** An event as it arrives; its name is “message” when the server gives none. */
export interface ServerSentEvent {
  event: string;
  data: string;
}

const NAME = /^event: ?(.*)$/m;

/** Yields each complete server-sent event that has data. */
export async function* readEvents(chunks: AsyncIterable<string>): AsyncGenerator<ServerSentEvent> {
  let rest = '';
  for await (const chunk of chunks) {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n').filter((line) => line.startsWith('data:'));
      if (lines.length === 0) continue;
      const data = lines.map((line) => line.replace(/^data: ?/, '')).join('\n');
      yield { event: NAME.exec(block)?.[1] ?? 'message', data };
    }
  }
}
