import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type KnownOperation, operationFor } from './description.ts';
import {
  presentCheck,
  presentComment,
  presentIssue,
  presentAccount,
  type StoredCheck,
  type StoredComment,
  type StoredIssue,
} from './replies.ts';

/** A token that GitHub has issued. */
interface GithubToken {
  login: string;
  /** False for the token of a pull request from a fork. */
  canWrite: boolean;
}

export interface GithubAnswer {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

/** A request as tests choose among them. */
interface GithubRequest {
  id: string;
  login: string;
  body: unknown;
}

/** A stand-in for GitHub’s API with one repository, which checks requests as GitHub does. */
export interface GithubStandIn {
  url: string;
  tokens: Map<string, GithubToken>;
  comments: StoredComment[];
  checks: StoredCheck[];
  issues: StoredIssue[];
  /** Numbers of open pull requests by commit. */
  pulls: Map<string, number>;
  /** Requests that were carried out, such as `issues/update-comment`. */
  requests: string[];
  /** Conditional requests whose answer the client had. */
  unchanged: number;
  /** Requests that GitHub would have refused as malformed. */
  faults: string[];
  /** Answers in place of GitHub while it returns something. */
  trouble: (request: GithubRequest) => GithubAnswer | null;
  /** Holds requests of one kind until so many have arrived. */
  gather: (id: string, count: number) => void;
  close: () => Promise<void>;
}

export const REPOSITORY = 'acme/shop';
const DOCS = 'https://docs.github.com/rest';
const json = (status: number, body: unknown): GithubAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: status === 204 ? '' : JSON.stringify(body),
});
const refusal = (status: number, message: string) => json(status, { message, documentation_url: DOCS });

type Handler = (
  path: Record<string, string>,
  body: Record<string, unknown>,
  token: GithubToken,
  query: URLSearchParams,
) => unknown;

/** Means that the object of a request does not exist. */
class Missing extends Error {}

export async function openGithub(): Promise<GithubStandIn> {
  let lastId = 100;
  let waiting: { id: string; count: number; arrived: (() => void)[] } | null = null;
  const now = () => new Date().toISOString();

  function commentOf({ comment_id: id }: Record<string, string>): StoredComment {
    const found = standIn.comments.find((comment) => comment.id === Number(id));
    if (!found) throw new Missing();
    return found;
  }

  const handlers: Record<string, Handler> = {
    'users/get-authenticated': (_path, _body, { login }) => presentAccount(login),
    'issues/list-comments'({ issue_number: issue }, _body, _token, query) {
      const size = Number(query.get('per_page') ?? 30);
      const first = (Number(query.get('page') ?? 1) - 1) * size;
      const all = standIn.comments.filter((comment) => comment.issue === Number(issue));
      return all.slice(first, first + size).map(presentComment);
    },
    'issues/create-comment'({ issue_number: issue }, body, { login }) {
      const at = now();
      const about = { id: (lastId += 1), issue: Number(issue), login, body: String(body['body']) };
      const comment = { ...about, createdAt: at, updatedAt: at };
      standIn.comments.push(comment);
      return presentComment(comment);
    },
    'issues/update-comment'(path, body) {
      const comment = commentOf(path);
      Object.assign(comment, { body: String(body['body']), updatedAt: now() });
      return presentComment(comment);
    },
    'issues/delete-comment'(path) {
      standIn.comments.splice(standIn.comments.indexOf(commentOf(path)), 1);
      return null;
    },
    'issues/create'(_path, body, { login }) {
      const about = { number: standIn.issues.length + 1, login, title: String(body['title']) };
      const issue = { ...about, body: String(body['body'] ?? ''), state: 'open', stateReason: null } as const;
      standIn.issues.push({ ...issue });
      return presentIssue(REPOSITORY, issue);
    },
    'issues/get'({ issue_number: number }) {
      const issue = standIn.issues.find((each) => each.number === Number(number));
      if (!issue) throw new Missing();
      return presentIssue(REPOSITORY, issue);
    },
    'checks/create'(_path, body) {
      const check = { ...(body as unknown as Omit<StoredCheck, 'id'>), id: (lastId += 1) };
      standIn.checks.push(check);
      return presentCheck(check);
    },
    'repos/list-pull-requests-associated-with-commit'({ commit_sha: sha = '' }) {
      const number = standIn.pulls.get(sha);
      return number === undefined ? [] : [{ number, state: 'open', head: { sha } }];
    },
  };
  const STATUS: Record<string, number> = {
    'issues/create-comment': 201,
    'issues/create': 201,
    'checks/create': 201,
    'issues/delete-comment': 204,
  };
  /** The token of a workflow, like that of any app, is no user. */
  const forbidden = (operation: KnownOperation, { login, canWrite }: GithubToken, method: string) =>
    (operation.id === 'users/get-authenticated' && login.endsWith('[bot]')) ||
    (method !== 'GET' && !canWrite);

  const gathered = (id: string): Promise<void> | null => {
    const gate = waiting;
    if (gate?.id !== id) return null;
    return new Promise((resolve) => {
      gate.arrived.push(resolve);
      if (gate.arrived.length < gate.count) return;
      waiting = null;
      for (const go of gate.arrived) go();
    });
  };

  async function answer(request: IncomingMessage): Promise<GithubAnswer> {
    const method = request.method ?? '';
    const url = new URL(request.url ?? '', 'http://github.example');
    const raw = await text(request);
    const credential = /^(?:token|bearer) (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const token = standIn.tokens.get(credential);
    if (!request.headers['user-agent']) return refusal(403, 'Request forbidden by administrative rules.');
    if (!token) return refusal(401, 'Bad credentials');
    const body: unknown = raw === '' ? undefined : JSON.parse(raw);
    const operation = url.pathname === '/graphql' ? null : operationFor(method, url.pathname);
    const id = operation?.id ?? url.pathname.slice(1);
    await gathered(id);
    const trouble = standIn.trouble({ id, login: token.login, body });
    if (trouble) return trouble;
    if (id === 'graphql') return graphql(body, token);
    const { owner, repo } = operation?.path ?? {};
    if (!operation || (owner !== undefined && `${owner}/${repo}` !== REPOSITORY))
      return refusal(404, 'Not Found');
    const fault = operation.faultOf(url.searchParams, body);
    if (fault !== null) {
      standIn.faults.push(`${id}: ${fault}`);
      return json(422, { message: 'Validation Failed', errors: [fault], documentation_url: DOCS });
    }
    if (forbidden(operation, token, method)) return refusal(403, 'Resource not accessible by integration');
    return unlessKnown(request, carryOut(operation, body, token, url.searchParams));
  }

  /** Answers a conditional request with 304 if the client has that answer. */
  function unlessKnown({ method, headers }: IncomingMessage, given: GithubAnswer): GithubAnswer {
    if (method !== 'GET' || given.status !== 200) return given;
    const etag = `W/"${createHash('sha256').update(given.body).digest('hex')}"`;
    if (headers['if-none-match'] !== etag) return { ...given, headers: { ...given.headers, etag } };
    standIn.unchanged += 1;
    return { status: 304, headers: { etag }, body: '' };
  }

  function carryOut(
    operation: KnownOperation,
    body: unknown,
    token: GithubToken,
    query: URLSearchParams,
  ): GithubAnswer {
    const handle = handlers[operation.id];
    if (!handle) throw new Error(`${operation.id} is not prepared`);
    try {
      const reply = handle(operation.path, (body ?? {}) as Record<string, unknown>, token, query);
      const status = STATUS[operation.id] ?? 200;
      operation.assertReply(status, reply);
      standIn.requests.push(operation.id);
      return json(status, reply);
    } catch (cause) {
      if (cause instanceof Missing) return refusal(404, 'Not Found');
      throw cause;
    }
  }

  function graphql(body: unknown, { login }: GithubToken): GithubAnswer {
    const { query } = body as { query?: string };
    if (query?.replaceAll(/\s+/g, ' ').trim() === 'query { viewer { login } }')
      return json(200, { data: { viewer: { login } } });
    standIn.faults.push(`graphql: ${query}`);
    return json(200, { errors: [{ type: 'undefinedField', message: 'This query is not prepared' }] });
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, headers, body } = await answer(request);
    response.writeHead(status, headers).end(body);
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((cause: unknown) => {
      standIn.faults.push(String(cause));
      response.writeHead(500).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const standIn: GithubStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens: new Map(),
    comments: [],
    checks: [],
    issues: [],
    pulls: new Map(),
    requests: [],
    unchanged: 0,
    faults: [],
    trouble: () => null,
    gather: (id, count) => void (waiting = { id, count, arrived: [] }),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return standIn;
}
