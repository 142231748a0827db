import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../app.ts';
import { grantCookie, grantOf, isGranted, issueTicket, redeemTicket, wouldOpen } from './grants.ts';
import { ORIGIN_HEADERS } from './headers.ts';
import { blockedCookiePage, MISSING_SITE, staleTicketPage } from './pages.ts';
import { isFramed, sendPage, sendRedirect } from './send.ts';
import type { Site } from './sites.ts';

/** Where a ticket is exchanged for a grant, and where a frame's browser shows whether it kept the grant. */
export const ENTER_PATH = '/__stagelink/enter';
const ENTERED_PATH = '/__stagelink/entered';

export const isEntrance = (pathname: string) => pathname === ENTER_PATH || pathname === ENTERED_PATH;

export function entranceQuery(ticket: string, to: string): string {
  return new URLSearchParams({ ticket, to }).toString();
}

/** A place within this origin, whatever was asked for. */
export function placeWithin(to: string | null): string {
  const base = 'http://stagelink.invalid';
  const url = URL.canParse(to ?? '/', base) ? new URL(to ?? '/', base) : new URL(base);
  if (url.origin !== base) return '/';
  // Two slashes at the start would name another host.
  return url.pathname.replace(/^\/+/, '/') + url.search + url.hash;
}

/**
 * Lets a browser in. A frame takes one step more, to `ENTERED_PATH`: if its browser did not keep the cookie, it is
 * shown a link with another ticket to a tab of its own, where cookies are always kept.
 */
export async function enter(
  app: Pick<App, 'config' | 'db' | 'secrets'>,
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stagelink.invalid');
  const to = placeWithin(searchParams.get('to'));
  const ticket = searchParams.get('ticket');
  const holds = !site.needsGrant || isGranted(app, site, grantOf(request.headers.cookie));
  // Whoever brings nothing must not learn that something waits.
  const isStranger = site.isWaiting && !holds && !(await wouldOpen(app, site, ticket ?? ''));
  if (isStranger) return sendPage(request, response, 404, MISSING_SITE, ORIGIN_HEADERS);

  if (pathname === ENTERED_PATH && !holds) {
    const href = `${ENTER_PATH}?${entranceQuery(ticket ?? '', to)}`;
    return sendPage(request, response, 401, blockedCookiePage(href), ORIGIN_HEADERS);
  }
  const granted = site.needsGrant && ticket !== null ? await redeemTicket(app, site, ticket) : null;
  if (!granted && !holds)
    return sendPage(request, response, 401, staleTicketPage(app.config.appUrl), ORIGIN_HEADERS);
  if (!granted || pathname === ENTERED_PATH) return sendRedirect(response, 303, to, ORIGIN_HEADERS);

  const headers = [...ORIGIN_HEADERS, 'Set-Cookie', grantCookie(app, granted)];
  if (!isFramed(request)) return sendRedirect(response, 303, to, headers);
  const another = entranceQuery(await issueTicket(app, granted), to);
  sendRedirect(response, 303, `${ENTERED_PATH}?${another}`, headers);
}
