import type { IncomingMessage } from 'node:http';

/** Endpoint of the tools for coding agents, and the resource that their access is for (RFC 8707). */
export const MCP_PATH = '/api/mcp';

/** Description of that resource (RFC 9728). */
export const RESOURCE_METADATA = `/.well-known/oauth-protected-resource${MCP_PATH}`;

const ofTools = new WeakSet<IncomingMessage>();

/** Marks a request that a tool makes within this process. */
export const markOfTool = (request: IncomingMessage): void => void ofTools.add(request);

/** Whether a request may use the access of an agent: it is for the tools, or one of them makes it. */
export const isForAgents = (request: IncomingMessage): boolean =>
  ofTools.has(request) || request.url?.split('?', 1)[0] === MCP_PATH;
