import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Person } from './builders.ts';
import type { World } from './world.ts';

/** Connects a real MCP client over HTTP with the person's access token; `answers` is what they reply in it. */
export async function agentWith(
  { port }: World,
  { secret }: Pick<Person, 'secret'>,
  mode: 'auto' | 'legacy' = 'auto',
  answers?: (question: string) => boolean,
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode }, capabilities: answers ? { elicitation: {} } : {} },
  );
  if (answers)
    client.setRequestHandler('elicitation/create', ({ params }) => ({
      action: 'accept' as const,
      content: { allow: answers(params.message) },
    }));
  const headers = { Authorization: `Bearer ${secret}` };
  const url = new URL(`http://127.0.0.1:${port}/api/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

/** Returns the text content of a result. */
export const sentencesOf = ({ content }: CallToolResult): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('');

/** Returns the structured content of a successful call. Fails the test with the error text otherwise. */
export function dataOf(result: CallToolResult): Record<string, unknown> {
  if (result.isError) throw new Error(sentencesOf(result));
  return (result.structuredContent ?? {}) as Record<string, unknown>;
}
