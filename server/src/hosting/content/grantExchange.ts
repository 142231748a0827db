import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../../platform/context.ts';
import { grantCookie, grantOf, isGranted, issueTicket, redeemTicket, canRedeem } from './grants.ts';
import { ORIGIN_HEADERS } from '../../platform/serving/headers.ts';
import { blockedCookiePage, MISSING_SITE, staleTicketPage } from '../../platform/serving/pages.ts';
import { isFramed, sendPage, sendRedirect } from '../../platform/serving/send.ts';
import type { Site } from './sites.ts';

/** The path that exchanges a ticket for a grant, and the one that checks whether the browser kept the cookie. */
export const ENTER_PATH = '/__stagelink/enter';
const ENTERED_PATH = '/__stagelink/entered';

export const isExchangePath = (pathname: string) => pathname === ENTER_PATH || pathname === ENTERED_PATH;

export function exchangeQuery(ticket: string, to: string): string {
  return new URLSearchParams({ ticket, to }).toString();
}

/** Restricts a redirect target to this origin. */
export function pathWithin(to: string | null): string {
  const base = 'http://stagelink.invalid';
  const url = URL.canParse(to ?? '/', base) ? new URL(to ?? '/', base) : new URL(base);
  if (url.origin !== base) return '/';
  // Two slashes at the start would name another host.
  return url.pathname.replace(/^\/+/, '/') + url.search + url.hash;
}

/**
 * Exchanges a ticket for a grant. A frame is redirected once more, to `ENTERED_PATH`: if its browser rejected the
 * cookie, it shows a link with a new ticket that opens in a tab, where cookies are kept.
 */
export async function exchangeGrant(
  app: Pick<App, 'config' | 'db' | 'secrets'>,
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stagelink.invalid');
  const to = pathWithin(searchParams.get('to'));
  const ticket = searchParams.get('ticket');
  const holds = !site.needsGrant || isGranted(app, site, grantOf(request.headers.cookie));
  // The existence of a draft stays hidden from requests without a ticket or a grant.
  const isStranger = site.isDraft && !holds && !(await canRedeem(app, site, ticket ?? ''));
  if (isStranger) return sendPage(request, response, 404, MISSING_SITE, ORIGIN_HEADERS);

  if (pathname === ENTERED_PATH && !holds) {
    const href = `${ENTER_PATH}?${exchangeQuery(ticket ?? '', to)}`;
    return sendPage(request, response, 401, blockedCookiePage(href), ORIGIN_HEADERS);
  }
  const granted = site.needsGrant && ticket !== null ? await redeemTicket(app, site, ticket) : null;
  if (!granted && !holds)
    return sendPage(request, response, 401, staleTicketPage(app.config.appUrl), ORIGIN_HEADERS);
  if (!granted || pathname === ENTERED_PATH) return sendRedirect(response, 303, to, ORIGIN_HEADERS);

  const headers = [...ORIGIN_HEADERS, 'Set-Cookie', grantCookie(app, granted)];
  if (!isFramed(request)) return sendRedirect(response, 303, to, headers);
  const another = exchangeQuery(await issueTicket(app, granted), to);
  sendRedirect(response, 303, `${ENTERED_PATH}?${another}`, headers);
}
