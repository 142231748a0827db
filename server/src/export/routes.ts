import { Readable } from 'node:stream';
import type { Router } from '@koa/router';
import { type Comment, exportComments } from '@stagelink/shared/contracts/comments';
import type { Context } from 'koa';
import { ownAccess } from '../access/access.ts';
import type { App } from '../app.ts';
import { locate, readBlob } from '../blobs/read.ts';
import { presentComment } from '../comments/present.ts';
import * as comments from '../comments/service.ts';
import { speakerOf } from '../comments/speaker.ts';
import type { CommentRow } from '../comments/repo.ts';
import { route } from '../http/route.ts';
import { linkOf } from '../snapshots/present.ts';
import { asCsv } from './csv.ts';
import { asHtml, HTML_POLICY } from './html.ts';

function* asJson(about: object, threads: Comment[]): Generator<string> {
  yield `${JSON.stringify(about).slice(0, -1)},"comments":[`;
  for (const [at, comment] of threads.entries()) yield `${at === 0 ? '' : ','}${JSON.stringify(comment)}`;
  yield ']}';
}

/** Reads the crop of a comment, one at a time. */
function pictures(app: App, rows: CommentRow[]) {
  const crops = new Map(rows.map((row) => [row.id, row.files.find(({ isCrop }) => isCrop)]));
  return async ({ id }: Comment): Promise<string | null> => {
    const crop = crops.get(id);
    const place = crop && (await locate(app.db, [crop.sha256])).get(crop.sha256)?.get('identity');
    // It may have been deleted since the list was read.
    return place ? `data:${crop.mimeType};base64,${(await readBlob(app, place)).toString('base64')}` : null;
  };
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
    const rows = await comments.list(app, access, speaker);
    const all = rows.map((row) => presentComment(app, access, speaker, row));
    const about = {
      snapshot: { id, name: access.snapshot.name, url: linkOf(app, id) },
      exportedAt: new Date().toISOString(),
    };
    describe(ctx, format, id);
    const pieces = {
      json: () => asJson(about, all),
      csv: () => asCsv(all),
      html: () => asHtml(about, all, pictures(app, rows)),
    }[format]();
    // Thousands of pictures never lie in memory together.
    return Readable.from(pieces, { highWaterMark: 1 });
  });
}
