import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { type Fixture, LLMock } from '@copilotkit/aimock';
import { Ajv2020 } from 'ajv/dist/2020.js';

// Requests to OpenAI as its public description has them (`api.json`), closed: an unknown parameter is refused.
const description = JSON.parse(readFileSync(new URL('./api.json', import.meta.url), 'utf8')) as {
  $defs: Record<string, object>;
};
const ajv = new Ajv2020({ strict: false });
const validate = ajv.compile({
  $ref: '#/$defs/CreateChatCompletionRequest',
  unevaluatedProperties: false,
  $defs: description.$defs,
});

interface ChatMessage {
  role: string;
  content: string | { type: string; text?: string; image_url?: { url: string } }[];
}

/** Returns the text of a message, of which others may accompany a picture. */
export const textOf = (message: ChatMessage | undefined): string =>
  typeof message?.content === 'string' ? message.content : (message?.content[0]?.text ?? '');

/** Returns the addresses of the pictures in a request. */
export const picturesIn = ({ messages }: ChatRequest): string[] =>
  messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.flatMap(({ image_url: image }) => image?.url ?? []),
  );

/** The parts of a request that tests read. */
interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  response_format?: { type: string; json_schema?: { strict?: boolean; schema: StrictSchema } };
  max_tokens?: number;
  max_completion_tokens?: number;
}

interface Refusal {
  status: number;
  message: string;
  code?: string;
  headers?: Record<string, string>;
}

type Answering = Pick<Fixture, 'latency' | 'chunkSize' | 'truncateAfterChunks'>;

/** A stand-in for servers with OpenAI's `chat.completions`, over real HTTP. */
export interface ModelStandIn {
  /** Value of `OPENAI_BASE_URL`. */
  url: string;
  apiKey: string;
  /** Requests so far, oldest first. */
  requests: ChatRequest[];
  /** Requests whose client left before the answer was complete. */
  aborted: ChatRequest[];
  /** Refuses requests, as servers do that know less than OpenAI's. */
  refuse: (request: ChatRequest) => Refusal | null;
  /** Answers in this way instead, until the next `answer`. */
  respond: ((response: ServerResponse) => void | Promise<void>) | null;
  /** Answers from now on with this text, or JSON of this object. */
  answer: (content: string | object, how?: Answering) => void;
  /** Environment of a server that uses it. */
  env: Record<string, string>;
  close: () => Promise<void>;
}

const API_KEY = 'sk-stand-in';

function sendError(response: ServerResponse, { status, message, code, headers }: Refusal): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(
    JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: code ?? null } }),
  );
}

interface StrictSchema {
  type?: string;
  properties?: Record<string, StrictSchema>;
  required?: string[];
  additionalProperties?: unknown;
  items?: StrictSchema;
}

/** Returns whether OpenAI takes a schema with `strict`: each object is closed and requires all that it has. */
function isStrict({
  type,
  properties = {},
  required = [],
  additionalProperties,
  items,
}: StrictSchema): boolean {
  const isClosed =
    type !== 'object' ||
    (additionalProperties === false && Object.keys(properties).every((name) => required.includes(name)));
  return isClosed && [...Object.values(properties), ...(items ? [items] : [])].every(isStrict);
}

/** Returns why OpenAI refuses a request, or null. */
function faultOf(parsed: ChatRequest): string | null {
  if (!validate(parsed)) return ajv.errorsText(validate.errors);
  const form = parsed.response_format?.json_schema;
  if (form?.strict === true && !isStrict(form.schema)) return 'Invalid schema for response_format';
  return null;
}

export async function openModel(): Promise<ModelStandIn> {
  const mock = new LLMock({ port: 0, host: '127.0.0.1' });
  await mock.start();

  async function forward(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const abort = new AbortController();
    response.once('close', () => abort.abort());
    const answer = await fetch(mock.url + (request.url ?? ''), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      signal: abort.signal,
    });
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' });
    if (answer.body) await pipeline(Readable.fromWeb(answer.body), response);
    else response.end();
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (request.url !== '/v1/chat/completions')
      return sendError(response, { status: 404, message: 'Invalid URL' });
    if (request.headers.authorization !== `Bearer ${API_KEY}`)
      return sendError(response, {
        status: 401,
        message: `Incorrect API key provided: ${request.headers.authorization?.slice(7) ?? ''}`,
      });
    const parsed = JSON.parse(body) as ChatRequest;
    const fault = faultOf(parsed);
    if (fault !== null) return sendError(response, { status: 400, message: fault });
    standIn.requests.push(parsed);
    response.once('close', () => {
      if (!response.writableFinished) standIn.aborted.push(parsed);
    });
    const refusal = standIn.refuse(parsed);
    if (refusal) return sendError(response, refusal);
    return standIn.respond ? standIn.respond(response) : forward(request, response, body);
  }

  const http = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`;
  const standIn: ModelStandIn = {
    url,
    apiKey: API_KEY,
    requests: [],
    aborted: [],
    refuse: () => null,
    respond: null,
    answer(content, how = {}) {
      standIn.respond = null;
      mock.clearFixtures();
      const response = { content: typeof content === 'string' ? content : JSON.stringify(content) };
      mock.addFixture({ match: {}, response, ...how });
    },
    env: { OPENAI_API_KEY: API_KEY, OPENAI_BASE_URL: url, OPENAI_MODEL: 'stand-in-1' },
    async close() {
      http.closeAllConnections();
      await new Promise((closed) => http.close(closed));
      await mock.stop();
    },
  };
  return standIn;
}
