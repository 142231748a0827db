import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import type { ClientResponse, ClientRequest, Send } from '@stagelink/shared/client/call';
import { PICTURE_MAX } from '@stagelink/shared/preview/handshake';
import type { Picture } from '@stagelink/shared/agentTools/tool';
import { inject } from 'light-my-request';
import { markOfTool } from '../../platform/http/agentRequests.ts';

/** Credential and address of the agent, so that its calls are checked and counted as its own. */
export interface InProcessCredentials {
  authorization: string;
  address: string;
}

/** Marks the in-memory request as one of a tool, and completely received. */
const arriving =
  (answer: RequestListener): RequestListener =>
  (request, response) => {
    markOfTool(request);
    Object.defineProperty(request, 'complete', { get: () => request.readableEnded });
    answer(request, response);
  };

const payloadOf = (body: unknown): Readable | Buffer =>
  body instanceof Readable ? body : Buffer.from(body as Uint8Array);

/** Sends calls to this server without a connection, through the same checks. */
export function sendInProcess(answer: RequestListener, appUrl: string, caller: InProcessCredentials): Send {
  const { host } = new URL(appUrl);
  return async ({ method, path, json, stream }: ClientRequest): Promise<ClientResponse> => {
    const payload = json ?? (stream && payloadOf(stream.body));
    const type = json === undefined ? stream?.type : 'application/json';
    const { statusCode, payload: text } = await inject(arriving(answer), {
      method,
      url: path,
      remoteAddress: caller.address,
      headers: {
        host,
        authorization: caller.authorization,
        ...(type === undefined ? {} : { 'content-type': type }),
      },
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: statusCode, text };
  };
}

/** Fetches the picture at one of our own signed URLs. */
export async function pictureInProcess(answer: RequestListener, url: string): Promise<Picture | null> {
  const { host, pathname } = new URL(url);
  const { statusCode, headers, rawPayload } = await inject(arriving(answer), {
    method: 'GET',
    url: pathname,
    headers: { host },
  });
  const mimeType = String(headers['content-type'] ?? '');
  if (statusCode !== 200 || !mimeType.startsWith('image/') || rawPayload.length > PICTURE_MAX) return null;
  return { base64: rawPayload.toString('base64'), mimeType };
}
