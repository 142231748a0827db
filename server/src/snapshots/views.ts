import type { Context } from 'koa';
import type { Access } from '../access/access.ts';
import type { App } from '../app.ts';
import { readCookie, setCookie } from '../http/cookies.ts';
import * as repo from './repo.ts';

/** A page that is reloaded, or asks again by itself, is still the same view. */
const SAME_VIEW_SECONDS = 30 * 60;

/** Counts a look at a snapshot by somebody other than its owner, once per browser and half hour. */
export async function noteView(app: App, ctx: Context, { snapshot, isOwner }: Access): Promise<void> {
  const cookie = `__Host-viewed-${snapshot.id}`;
  if (isOwner || readCookie(ctx.get('Cookie'), cookie) !== null) return;
  await repo.countView(app.db, snapshot.id);
  setCookie(ctx, cookie, '1', SAME_VIEW_SECONDS);
}
