import type { Router } from '@koa/router';
import { exportComments } from '@stagelink/shared/contracts/comments';
import type { Context } from 'koa';
import { ownAccess } from '../access/access.ts';
import type { App } from '../app.ts';
import { locate, readBlob } from '../blobs/read.ts';
import { list, type ListedComment, shown } from '../comments/list.ts';
import { countThreads } from '../comments/repo.ts';
import { speakerOf } from '../comments/speaker.ts';
import { bodyOf, withList } from '../http/longJson.ts';
import { route } from '../http/route.ts';
import { linkOf } from '../snapshots/present.ts';
import { asCsv } from './csv.ts';
import { asHtml, HTML_POLICY } from './html.ts';

/** The crop of a comment as a data URI; null when there is none. */
async function pictureOf(app: App, { files }: ListedComment): Promise<string | null> {
  const crop = files.find(({ isCrop }) => isCrop);
  const place = crop && (await locate(app.db, [crop.sha256])).get(crop.sha256)?.get('identity');
  // It may have been deleted since the list was read.
  return place ? `data:${crop.mimeType};base64,${(await readBlob(app, place)).toString('base64')}` : null;
}

function describe(ctx: Context, format: 'json' | 'csv' | 'html', id: string): void {
  const isPage = format === 'html';
  ctx.type = { json: 'application/json', csv: 'text/csv; charset=utf-8', html: 'text/html; charset=utf-8' }[
    format
  ];
  ctx.set('Content-Disposition', `${isPage ? 'inline' : 'attachment'}; filename="comments-${id}.${format}"`);
  if (isPage) ctx.set('Content-Security-Policy', HTML_POLICY);
}

export function exportRoutes(router: Router, app: App): void {
  route(router, app, exportComments, async ({ input: { id, format }, viewer, ctx }) => {
    const access = await ownAccess(app, viewer, id);
    const speaker = speakerOf(app, access, { viewer, request: ctx.req });
    const threads = await countThreads(app.db, id);
    const comments = list(app, access, speaker, 'all');
    const about = {
      snapshot: { id, name: access.snapshot.name, url: linkOf(app, id) },
      exportedAt: new Date().toISOString(),
    };
    describe(ctx, format, id);
    const pieces = {
      json: () => withList(about, 'comments', shown(comments)),
      csv: () => asCsv(shown(comments)),
      html: () => asHtml(about, comments, { threads, picture: (comment) => pictureOf(app, comment) }),
    }[format]();
    return bodyOf(pieces);
  });
}
