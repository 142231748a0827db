import path from 'node:path';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Account } from './stagelink.ts';

const STAGELINK = path.resolve(import.meta.dirname, '../../cli/bin/stagelink.js');

/** A coding agent in a folder of a user: a real MCP client of `stagelink mcp`. */
export interface CodingAgent {
  use: (tool: string, input: object) => Promise<Record<string, unknown>>;
  close: () => Promise<void>;
}

const dataOf = (result: CallToolResult): Record<string, unknown> => {
  if (result.isError === true) throw new Error(JSON.stringify(result.content));
  return (result.structuredContent ?? {}) as Record<string, unknown>;
};

export async function codingAgent(server: string, { token }: Account, folder: string): Promise<CodingAgent> {
  const client = new Client({ name: 'claude-code', title: 'Claude Code', version: '1' });
  // No agent works in the whole of a person's home.
  const home = `${folder}-home`;
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    XDG_DATA_HOME: path.join(home, 'data'),
    XDG_CONFIG_HOME: path.join(home, 'config'),
    STAGELINK_SERVER: server,
    STAGELINK_TOKEN: token,
  };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [STAGELINK, 'mcp'], env, cwd: folder }),
  );
  return {
    use: async (name, input) => dataOf(await client.callTool({ name, arguments: { ...input } })),
    close: () => client.close(),
  };
}
