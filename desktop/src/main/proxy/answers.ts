import { type ErrorCode, ErrorReply } from '@stagelink/shared/contracts/errors';

/** Nothing the server answers may act as a page of the window, whatever it says it is. */
const INERT = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};

/** What may cross from the server to the window. Cookies and everything about the connection stay behind. */
const PASSED = ['content-type', 'content-disposition', 'retry-after', 'x-request-id'];

const hasNoBody = (status: number): boolean => status === 204 || status === 304;

/** When the answer came that is given again because the server cannot be reached, or takes its time. */
const KEPT_SINCE = 'x-stagelink-kept-since';

/** The server's answer as the window gets it. */
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

/** A refusal of our own, in the server's words for one. */
export function refusal(status: number, code: ErrorCode, message: string): Response {
  return json(status, JSON.stringify({ ok: false, code, message } satisfies ErrorReply));
}

/** Whether an answer says that nobody is signed in with this token any more. */
export async function isSignedOut(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const said = ErrorReply.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  );
  return said.success && said.data.code === 'unauthenticated';
}
