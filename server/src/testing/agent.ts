import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Person, World } from './world.ts';

/** A real client of the protocol, speaking over HTTP with somebody's access token. */
export async function agentWith(
  { port }: World,
  { secret }: Pick<Person, 'secret'>,
  mode: 'auto' | 'legacy' = 'auto',
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const headers = { Authorization: `Bearer ${secret}` };
  const url = new URL(`http://127.0.0.1:${port}/api/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

/** The words of a result, for a model that reads nothing else. */
export const sentencesOf = ({ content }: CallToolResult): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('');

/** The structured half of a call that went well; one that did not fails the test with its words. */
export function dataOf(result: CallToolResult): Record<string, unknown> {
  if (result.isError) throw new Error(sentencesOf(result));
  return (result.structuredContent ?? {}) as Record<string, unknown>;
}
