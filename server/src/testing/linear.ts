import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

export interface LinearAnswer {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

interface StoredIssue {
  id: string;
  teamId: string;
  title: string;
  description: string;
  /** A type of state, as Linear has them. */
  state: 'backlog' | 'unstarted' | 'started' | 'completed' | 'canceled';
}

/** A stand-in for Linear’s API that takes the operations of its public schema that the server needs. */
export interface LinearStandIn {
  url: string;
  keys: Set<string>;
  teams: { id: string; name: string }[];
  issues: StoredIssue[];
  /** Requests that Linear would have refused as malformed. */
  faults: string[];
  /** Answers everything with this while it is set. */
  trouble: LinearAnswer | null;
  close: () => void;
}

const json = (status: number, body: unknown): LinearAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

/** An error as Linear sends it. */
export const linearError = (status: number, code: string, message: string): LinearAnswer =>
  json(status, { errors: [{ message, extensions: { code, userPresentableMessage: message } }] });

const Request = z.strictObject({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).optional(),
});
const CreateInput = z.strictObject({
  input: z.strictObject({
    teamId: z.string(),
    title: z.string().min(1).max(512),
    description: z.string().max(250_000),
  }),
});
const ReadInput = z.strictObject({ id: z.string() });

/** Operations in the one form of white space that they are compared in. */
const TEAMS = 'query Teams { teams(first: 100) { nodes { id name } } }';
const CREATE =
  'mutation Create($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { url } } }';
const READ = 'query Issue($id: String!) { issue(id: $id) { state { type } } }';

export async function openLinear(): Promise<LinearStandIn> {
  function create(variables: unknown): LinearAnswer {
    const { input } = CreateInput.parse(variables);
    if (!standIn.teams.some(({ id }) => id === input.teamId))
      return linearError(200, 'INPUT_ERROR', 'teamId: no such team');
    const id = `SHOP-${standIn.issues.length + 1}`;
    standIn.issues.push({ id, ...input, state: 'unstarted' });
    const issue = { url: `https://linear.app/acme/issue/${id}/an-issue` };
    return json(200, { data: { issueCreate: { success: true, issue } } });
  }

  function read(variables: unknown): LinearAnswer {
    const { id } = ReadInput.parse(variables);
    const issue = standIn.issues.find((each) => each.id === id);
    return issue
      ? json(200, { data: { issue: { state: { type: issue.state } } } })
      : linearError(200, 'INPUT_ERROR', 'Entity not found: Issue');
  }

  async function answer(request: IncomingMessage): Promise<LinearAnswer> {
    if (standIn.trouble) return standIn.trouble;
    if (request.method !== 'POST' || request.url !== '/graphql') return json(404, {});
    if (!standIn.keys.has(request.headers.authorization ?? ''))
      return linearError(401, 'AUTHENTICATION_ERROR', 'Authentication required, not authenticated');
    const { query, variables } = Request.parse(JSON.parse(await text(request)));
    const operation = query.replaceAll(/\s+/g, ' ').trim();
    if (operation === TEAMS) return json(200, { data: { teams: { nodes: standIn.teams } } });
    if (operation === CREATE) return create(variables);
    if (operation === READ) return read(variables);
    throw new Error(`This operation is not prepared: ${operation}`);
  }

  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (cause: unknown) => {
        standIn.faults.push(String(cause));
        response.writeHead(400).end('{"errors":[{"message":"Malformed"}]}');
      },
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const standIn: LinearStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: new Set(),
    teams: [],
    issues: [],
    faults: [],
    trouble: null,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return standIn;
}
