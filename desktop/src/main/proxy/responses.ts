import { type ErrorCode, ErrorReply } from '@stagelink/shared/contracts/errors';

/** Headers that prevent a response from acting as a page of the window. */
const INERT = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};

/** Headers passed to the window. Cookies and connection headers are not. */
const PASSED = ['content-type', 'content-disposition', 'retry-after', 'x-request-id'];

const hasNoBody = (status: number): boolean => status === 204 || status === 304;

/** Time of a cached response. */
const KEPT_SINCE = 'x-stagelink-kept-since';

/** Returns the server's response as the window receives it. */
export function passOn({ status, headers, body }: Response): Response {
  const passed = PASSED.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return new Response(hasNoBody(status) ? null : body, {
    status,
    headers: { ...Object.fromEntries(passed), ...INERT },
  });
}

const json = (status: number, text: string, more: Record<string, string> = {}): Response =>
  new Response(text, { status, headers: { 'content-type': 'application/json', ...INERT, ...more } });

export const fresh = (text: string): Response => json(200, text);

export const kept = (text: string, storedAt: number): Response =>
  json(200, text, { [KEPT_SINCE]: String(storedAt) });

/** Returns an error response in the server's format. */
export function errorResponse(status: number, code: ErrorCode, message: string): Response {
  return json(status, JSON.stringify({ ok: false, code, message } satisfies ErrorReply));
}

/** Whether a response says that the token is no longer valid. */
export async function isSignedOut(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const parsed = ErrorReply.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  );
  return parsed.success && parsed.data.code === 'unauthenticated';
}
