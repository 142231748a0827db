import { Readable } from 'node:stream';
import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/pictures';
import type { Context } from 'koa';
import { renderSVG } from 'uqr';
import { openBlob } from '../../platform/blobs/read.ts';
import type { App } from '../../platform/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { RequestContext } from '../../platform/http/principal.ts';
import { route } from '../../platform/http/route.ts';
import { type Access, accessToSnapshot, ownAccesses, ownSnapshot } from '../access/access.ts';
import { linkOf } from '../snapshots/present.ts';
import { pictureAddress, shortHash } from './address.ts';
import * as service from './service.ts';

/** Owners see the pictures of expired snapshots too, in their list. */
async function accessFor(app: App, context: RequestContext, id: string): Promise<Access> {
  const own = context.principal && (await ownAccesses(app, context.principal, [id])).get(id);
  return own ?? accessToSnapshot(app, context, id);
}

/** The address names the bytes. `Vary` keeps a browser from showing them after the access has ended. */
function describe(ctx: Context, sha256: Buffer, isNamed: boolean): void {
  ctx.type = api.PICTURE_TYPE;
  ctx.set('ETag', `"${sha256.toString('hex')}"`);
  ctx.set('Cache-Control', isNamed ? 'private, max-age=31536000, immutable' : 'private, no-cache');
  ctx.vary('Cookie, Authorization');
  ctx.set('Content-Security-Policy', "default-src 'none'; sandbox");
}

export function pictureRoutes(router: Router, app: App): void {
  route(router, app, api.putPicture, async ({ input: { id, version }, principal, address, ctx, body }) => {
    const { ownerId } = await ownSnapshot(app, principal, id);
    if (!ctx.is(api.PICTURE_TYPE)) {
      throw new AppError('unsupported_media_type', `A picture must be sent as ${api.PICTURE_TYPE}.`);
    }
    const sha256 = await service.set(app, { id, ownerId, version }, { bytes: body, address });
    return { picture: pictureAddress(id, version, sha256) ?? '' };
  });

  route(router, app, api.getPicture, async ({ input, context, ctx }) => {
    const access = await accessFor(app, context, input.id);
    const { sha256, place } = await service.locatePicture(app, access, input.version);
    describe(ctx, sha256, input.hash === shortHash(sha256));
    if (ctx.fresh) {
      ctx.status = 304;
      return Readable.from([]);
    }
    ctx.length = place.size;
    return openBlob(app, place);
  });

  route(router, app, api.getLinkCode, ({ input: { id }, ctx }) => {
    ctx.type = 'image/svg+xml';
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    ctx.set('Content-Security-Policy', "default-src 'none'; sandbox");
    return Promise.resolve(renderSVG(linkOf(app, id), { border: 2 }));
  });
}
