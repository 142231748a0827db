import type { RequestListener } from 'node:http';
import type { Incoming, Outgoing, Send } from '@stagelink/shared/client';
import { PICTURE_MAX } from '@stagelink/shared/preview/handshake';
import type { Picture } from '@stagelink/shared/tools/tool';
import { inject } from 'light-my-request';

/** Whose call it is: its credential and the address it came from count as if they had made each call themselves. */
export interface Caller {
  authorization: string;
  address: string;
}

/** A request that never was on a wire has arrived once it was read. */
const arriving =
  (answer: RequestListener): RequestListener =>
  (request, response) => {
    Object.defineProperty(request, 'complete', { get: () => request.readableEnded });
    answer(request, response);
  };

/** Sends calls to this very server without a connection: what it would refuse them over one, it refuses here. */
export function sendInProcess(answer: RequestListener, appUrl: string, caller: Caller): Send {
  const { host } = new URL(appUrl);
  return async ({ method, path, json, stream }: Outgoing): Promise<Incoming> => {
    const payload = json ?? (stream && Buffer.from(stream.body as Uint8Array));
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

/** The picture at one of our own signed addresses, read as anybody who has the address would. */
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
