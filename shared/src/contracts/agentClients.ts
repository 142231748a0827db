import * as z from 'zod/mini';
import { endpoint, SCOPES } from './endpoint.ts';

// Consent to coding agents that connect over OAuth. Their own endpoints have the paths and words of its standards.

/** Page that asks the user, which a client opens with the query of RFC 6749. */
export const AUTHORIZE_AGENT_PATH = '/authorize/agent';

export const requestAgent = endpoint({
  method: 'POST',
  path: '/auth/agents/requests',
  summary: 'Check the OAuth request of a coding agent that asks for access, and start the decision about it.',
  auth: 'user',
  tokenScope: 'none',
  rateLimit: 'token',
  input: z.strictObject({
    /** Query of the page, as the client wrote it. */
    query: z.string().check(z.maxLength(8000)),
  }),
  reply: z.object({
    /** Ticket for the decision in this session. */
    request: z.string(),
    /** Chosen by the client. */
    name: z.string(),
    /** Host that describes the client; null for a client that registered itself. */
    home: z.nullable(z.string()),
    /** Site or editor that gets the code; null: a program on the user's computer. */
    goesTo: z.nullable(z.string()),
    scopes: z.array(z.enum(SCOPES)),
  }),
});

export const decideAgentRequest = endpoint({
  method: 'POST',
  path: '/auth/agents/decisions',
  summary: 'Allow or deny a coding agent that asked for access. The reply contains the URL to redirect to.',
  auth: 'user',
  tokenScope: 'none',
  rateLimit: 'token',
  input: z.strictObject({
    request: z.string().check(z.minLength(1), z.maxLength(200)),
    isAllowed: z.boolean(),
  }),
  reply: z.object({ redirectTo: z.string() }),
});
