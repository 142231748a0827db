import type { IncomingMessage } from 'node:http';
import { AppError } from './errors.ts';

/** Time for a JSON body or a form to arrive completely. */
const BODY_SECONDS = 15;
/** Maximum size of a body that is ignored, such as a one-click form. */
const IGNORED_BYTES = 4096;

/** Reads the body to its end. */
export async function readRaw(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const timer = setTimeout(
    () => request.destroy(new AppError('request_timeout', 'The request took too long to arrive.')),
    BODY_SECONDS * 1000,
  );
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new AppError('too_large', `The request is larger than ${maxBytes} bytes.`);
      chunks.push(chunk);
    }
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}

/** Reads the JSON object in the body; an empty object if there is no body. */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<Record<string, unknown>> {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > maxBytes) throw new AppError('too_large', `The request is larger than ${maxBytes} bytes.`);
  if (length === 0 && request.headers['transfer-encoding'] === undefined) return {};
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new AppError('unsupported_media_type', 'The body must be JSON, sent as application/json.');
  }

  try {
    const bytes = await readRaw(request, maxBytes);
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('invalid_input', 'The body is not valid JSON.', { cause });
  }
  throw new AppError('invalid_input', 'The body must be a JSON object.');
}

/** Reads and discards a body whose content does not matter. */
export async function skipBody(request: IncomingMessage): Promise<void> {
  await readRaw(request, IGNORED_BYTES);
}
