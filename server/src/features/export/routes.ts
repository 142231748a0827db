import type { Router } from '@koa/router';
import { type EXPORT_FORMATS, exportComments } from '@stagelink/shared/contracts/comments';
import type { Context } from 'koa';
import { ownAccess } from '../access/access.ts';
import * as analytics from '../analytics/service.ts';
import type { App } from '../../platform/context.ts';
import type { FileRow } from '../attachments/repo.ts';
import { locate, readBlob } from '../../platform/blobs/read.ts';
import { list, type ListedComment, visibleComments } from '../comments/list.ts';
import { countThreads } from '../comments/listRepo.ts';
import { commenterFor } from '../comments/commenter.ts';
import { bodyOf, withList } from '../../platform/http/longJson.ts';
import { route } from '../../platform/http/route.ts';
import { linkOf } from '../snapshots/present.ts';
import { archive } from './archive.ts';
import { asCsv } from '../../platform/http/csv.ts';
import { COMMENT_COLUMNS } from './commentColumns.ts';
import { asHtml, HTML_POLICY } from './html.ts';
import { zipOf } from '../../platform/http/zip.ts';

type Format = (typeof EXPORT_FORMATS)[number];

/** Returns the bytes of a file; null if it was deleted meanwhile. */
async function readFile(app: App, { sha256 }: FileRow): Promise<Buffer | null> {
  const place = (await locate(app.db, [sha256])).get(sha256)?.get('identity');
  return place ? readBlob(app, place) : null;
}

/** Returns the crop of a comment as a data URI, or null. */
async function pictureOf(app: App, { files }: ListedComment): Promise<string | null> {
  const crop = files.find(({ isCrop }) => isCrop);
  const bytes = crop && (await readFile(app, crop));
  return crop && bytes ? `data:${crop.mimeType};base64,${bytes.toString('base64')}` : null;
}

const TYPES: Record<Format, string> = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
  zip: 'application/zip',
};

function describe(ctx: Context, format: Format, id: string): void {
  const isPage = format === 'html';
  ctx.type = TYPES[format];
  ctx.set('Content-Disposition', `${isPage ? 'inline' : 'attachment'}; filename="comments-${id}.${format}"`);
  if (isPage) ctx.set('Content-Security-Policy', HTML_POLICY);
}

export function exportRoutes(router: Router, app: App): void {
  route(router, app, exportComments, async ({ input: { id, format }, context, principal, ctx }) => {
    const access = await ownAccess(app, principal, id);
    const commenter = commenterFor(app, access, context);
    const threads = await countThreads(app.db, id);
    const read = () => list(app, access, commenter, 'all');
    const about = {
      snapshot: { id, name: access.snapshot.name, url: linkOf(app, id) },
      exportedAt: new Date().toISOString(),
    };
    await analytics.record(app.db, {
      type: 'snapshot_downloaded',
      userId: principal.userId,
      data: { snapshotId: id, action: format },
    });
    describe(ctx, format, id);
    if (format === 'zip') return zipOf(archive(about, { read, readFile: (file) => readFile(app, file) }));
    const pieces = {
      json: () => withList(about, 'comments', visibleComments(read())),
      csv: () => asCsv(COMMENT_COLUMNS, visibleComments(read())),
      html: () => asHtml(about, read(), { threads, picture: (comment) => pictureOf(app, comment) }),
    }[format]();
    return bodyOf(pieces);
  });
}
