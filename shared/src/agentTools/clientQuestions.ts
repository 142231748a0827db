import { hash } from 'node:crypto';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequests,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { ClientQuestions, ClientReplies } from './tool.ts';

const Agreement = z.object({ allow: z.boolean().describe('Allow it') });
const ROOTS = 'roots';

/** A reply to one question is none to another. */
const keyOf = (question: string): string => `agree-${hash('sha256', question, 'hex').slice(0, 16)}`;

/** A tool cannot go on before the client has replied to these requests. */
export class InputNeeded extends Error {
  readonly requests: InputRequests;

  constructor(requests: InputRequests) {
    super('The client has to reply first');
    this.requests = requests;
  }
}

/** What a client can be asked. */
const AskingCapabilities = z.object({
  elicitation: z.object({ form: z.unknown(), url: z.unknown() }).partial().optional(),
  roots: z.object({}).optional(),
});
export type AskingCapabilities = z.infer<typeof AskingCapabilities>;

/** Returns what the client of a call can be asked: since 2026 each call says so, before that its connection. */
export function capabilitiesOf({ server }: McpServer, { mcpReq }: ServerContext): AskingCapabilities {
  const envelope: Record<string, unknown> = { ...mcpReq.envelope };
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
  return AskingCapabilities.safeParse(declared).data ?? {};
}

/** A client that names no mode shows forms. */
const showsForms = ({ elicitation }: AskingCapabilities): boolean =>
  elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);

function requestsFor(
  { agree, roots = false }: ClientQuestions,
  capabilities: AskingCapabilities,
): InputRequests {
  return {
    ...(agree !== undefined && showsForms(capabilities)
      ? { [keyOf(agree)]: inputRequired.elicit({ message: agree, requestedSchema: Agreement }) }
      : {}),
    ...(roots && capabilities.roots ? { [ROOTS]: inputRequired.listRoots() } : {}),
  };
}

/**
 * Returns the client's replies to these questions. Throws `InputNeeded` for those that the client can reply to
 * and has not.
 */
export function repliesTo(
  questions: ClientQuestions,
  capabilities: AskingCapabilities,
  responses: Record<string, unknown> = {},
): ClientReplies {
  const requests = requestsFor(questions, capabilities);
  const open = Object.keys(requests).filter((key) => inputResponse(responses, key).kind === 'missing');
  if (open.length > 0) throw new InputNeeded(requests);
  const { agree } = questions;
  const roots = inputResponse(responses, ROOTS);
  return {
    agrees:
      agree === undefined || !(keyOf(agree) in requests)
        ? null
        : acceptedContent(responses, keyOf(agree), Agreement)?.allow === true,
    roots: roots.kind === 'roots' ? roots.roots.map(({ uri }) => uri) : null,
  };
}
