import http from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { PICTURE_MAX } from '@stagelink/shared/preview/handshake';
import { routeTo } from '@stagelink/shared/staging/node/agent';
import { lookup } from '@stagelink/shared/staging/node/nodeTransport';
import type { Picture } from '@stagelink/shared/agentTools/tool';

const IDLE_MS = 15_000;
const TYPES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

/**
 * Downloads an image from a URL issued by the server; returns null on failure, because the text matters
 * more.
 */
export async function fetchPicture(url: string, signal: AbortSignal): Promise<Picture | null> {
  try {
    const answer = await get(url, signal);
    const mimeType = answer.headers['content-type'] ?? '';
    const length = Number(answer.headers['content-length'] ?? Infinity);
    if (answer.statusCode !== 200 || !TYPES.has(mimeType) || length > PICTURE_MAX) {
      answer.destroy();
      return null;
    }
    return { base64: (await buffer(answer)).toString('base64'), mimeType };
  } catch {
    return null;
  }
}

const get = (url: string, signal: AbortSignal): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { get: open } = url.startsWith('https:') ? https : http;
    const options = { ...routeTo(new URL(url), process.env), lookup, signal };
    const request = open(url, { ...options, headers: { 'accept-encoding': 'identity' } }, resolve);
    request.on('error', reject);
    request.setTimeout(IDLE_MS, () => request.destroy(new Error('It did not respond in time')));
  });
