import { authOptions, onboarding, summary } from '@stagelink/shared/testing/builders';
import { fakeServer, type Handlers, type Requests } from '@stagelink/shared/testing/fakeServer';
import { onTestFinished, vi } from 'vitest';

/** Replies every page needs and other tests cover. */
const AROUND: Handlers = {
  'GET /api/onboarding/should-show-welcome': () => ({ success: true, data: { shouldShow: false } }),
  'GET /api/onboarding': () => ({ success: true, data: onboarding() }),
  'GET /api/snapshots/summary': () => summary(),
  'GET /api/notifications': () => ({ notifications: [], unread: 0, nextCursor: null }),
  'GET /api/extensions/version': () => ({ version: null }),
  'POST /analytics/track/batch': () => ({ ok: true }),
  'GET /api/projects': () => ({ projects: [], withoutProject: 0 }),
  'GET /api/subscriptions': () => ({ subscriptions: [] }),
  'GET /auth/options': () => authOptions(),
};

/** Replies to `fetch` from now on. A request without a reply fails the test, as does a broken contract. */
export function serve(own: Handlers): Requests {
  const server = fakeServer(own, AROUND);
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const { origin, pathname, search } = new URL(address, window.location.href);
    // Nothing responds at the origins of previews.
    if (origin !== window.location.origin) throw new TypeError('Failed to fetch');
    const type = new Headers(headers).get('content-type') ?? '';
    const { status, text } = await server.send({
      method,
      path: pathname + search,
      ...(typeof body === 'string' ? { json: body } : { stream: { type, body } }),
    });
    return new Response(text, { status });
  });
  onTestFinished(server.check);
  return server.requests;
}
