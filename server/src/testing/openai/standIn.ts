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
  response_format?: { type: string };
  max_tokens?: number;
  max_completion_tokens?: number;
}

interface Refusal {
  status: number;
  message: string;
}

type Answering = Pick<Fixture, 'latency' | 'chunkSize' | 'truncateAfterChunks'>;

/** A stand-in for servers with OpenAI's `chat.completions`, over real HTTP. */
export interface ModelStandIn {
  /** For `OPENAI_BASE_URL`. */
  url: string;
  apiKey: string;
  /** Requests so far, oldest first. */
  requests: ChatRequest[];
  /** Requests whose client left before the answer was complete. */
  aborted: number;
  /** Refuses requests, as servers do that know less than OpenAI's. */
  refuse: (request: ChatRequest) => Refusal | null;
  /** Answers from now on with this text, or JSON of this object. */
  answer: (content: string | object, how?: Answering) => void;
  /** Environment of a server that uses it. */
  env: Record<string, string>;
  close: () => Promise<void>;
}

const API_KEY = 'sk-stand-in';

function sendError(response: ServerResponse, { status, message }: Refusal): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(
    JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
  );
}

export async function openModel(): Promise<ModelStandIn> {
  const mock = new LLMock({ port: 0, host: '127.0.0.1' });
  await mock.start();

  async function forward(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const abort = new AbortController();
    response.once('close', () => {
      if (response.writableFinished) return;
      standIn.aborted += 1;
      abort.abort();
    });
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
      return sendError(response, { status: 401, message: 'Incorrect API key provided' });
    const parsed = JSON.parse(body) as ChatRequest;
    if (!validate(parsed))
      return sendError(response, { status: 400, message: ajv.errorsText(validate.errors) });
    standIn.requests.push(parsed);
    const refusal = standIn.refuse(parsed);
    return refusal ? sendError(response, refusal) : forward(request, response, body);
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
    aborted: 0,
    refuse: () => null,
    answer(content, how = {}) {
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
