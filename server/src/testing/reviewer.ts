import { type Call, createClient } from '@stagelink/shared/client/call';
import { personalLink } from '../features/reviews/link.ts';
import type { RawAnswer, World } from './world.ts';

/** A browser without a session; keeps cookies. */
export interface Browser {
  call: Call;
  cookies: string[];
  fetch: (path: string, headers?: Record<string, string>) => Promise<RawAnswer>;
}

/** Creates a browser without cookies. */
export function newBrowser(world: World): Browser {
  const cookies: string[] = [];
  const keep = (cookie: string) => {
    const same = cookies.findIndex((known) => known.startsWith(cookie.slice(0, cookie.indexOf('=') + 1)));
    if (same === -1) cookies.push(cookie);
    else cookies[same] = cookie;
  };
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | Buffer,
  ) => {
    const sent = cookies.length > 0 ? { ...headers, Cookie: cookies.join('; ') } : headers;
    const answer = await world.fetch({
      method,
      path,
      headers: sent,
      ...(body === undefined ? {} : { body }),
    });
    for (const cookie of answer.headers['set-cookie'] ?? []) keep(cookie.split(';')[0] ?? '');
    return answer;
  };
  return {
    cookies,
    fetch: (path, headers = {}) => send('GET', path, headers),
    call: createClient(async ({ method, path, json, stream }) => {
      const type = json === undefined ? stream?.type : 'application/json';
      const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type };
      const answer = await send(method, path, headers, json ?? (stream?.body as Buffer | undefined));
      return { status: answer.status, text: answer.body.toString() };
    }),
  };
}

/** Returns the token after the `#` of a personal link. */
export const tokenIn = (link: string): string =>
  new URLSearchParams(new URL(link).hash.slice(1)).get('review') ?? '';

/** Returns the token of the personal link of a reviewer who has not responded. */
export async function pendingReviewToken({ app }: World, reviewId: string): Promise<string> {
  const { id, snapshotId, passwordRevision } = (await app
    .db('reviewers as r')
    .join('reviews as v', 'v.id', 'r.review_id')
    .join('snapshots as s', 's.id', 'v.snapshot_id')
    .where({ 'r.review_id': reviewId, 'r.status': 'pending' })
    .first({ id: 'r.id', snapshotId: 's.id', passwordRevision: 's.password_revision' })) as {
    id: string;
    snapshotId: string;
    passwordRevision: number;
  };
  return tokenIn(personalLink(app, { id: snapshotId, passwordRevision }, id));
}
