import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Endpoint } from '@stagelink/shared/contracts/endpoint';
import type { Context } from 'koa';
import * as z from 'zod';

const tags = new Map<Endpoint, string>();

/** The URL names what never changes, so only another release can reply differently: one with another contract. */
function tagOf(endpoint: Endpoint): string {
  const known = tags.get(endpoint);
  if (known !== undefined) return known;
  const contract = JSON.stringify(z.toJSONSchema(endpoint.reply));
  const tag = `W/"${createHash('sha256').update(contract).digest('base64url').slice(0, 16)}"`;
  tags.set(endpoint, tag);
  return tag;
}

/**
 * Lets the client keep a reply that never changes, and asks for another access check each time. Returns an empty
 * response if the client has the reply, so that nothing needs to be read; null otherwise. Check access first.
 */
export function keptReply(ctx: Context, endpoint: Endpoint): Readable | null {
  ctx.set('ETag', tagOf(endpoint));
  ctx.set('Cache-Control', 'private, no-cache');
  if (!ctx.fresh) return null;
  ctx.status = 304;
  return Readable.from([]);
}
