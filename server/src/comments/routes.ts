import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/comments';
import { getThread, listThreads } from '@stagelink/shared/contracts/threads';
import { type Access, accessToSnapshot, type Asker } from '../access/access.ts';
import type { App } from '../app.ts';
import { notFound } from '../http/errors.ts';
import { bodyOf, withList } from '../http/longJson.ts';
import { done, route } from '../http/route.ts';
import { presentSubscription } from '../subscriptions/present.ts';
import * as subscriptions from '../subscriptions/service.ts';
import { list, shown } from './list.ts';
import { mentionable } from './mentions.ts';
import { presentComment } from './present.ts';
import { repin } from './repin.ts';
import * as repo from './repo.ts';
import * as service from './service.ts';
import { speakerOf } from './speaker.ts';
import * as threads from './threads.ts';
import { setVisitor } from './visitor.ts';

export function commentRoutes(router: Router, app: App): void {
  /** The thread, if they may open its snapshot and see it. */
  async function threadFor(asker: Asker, id: string, commentId: string): Promise<Access> {
    const access = await accessToSnapshot(app, asker, id);
    const row = await service.visible(app.db, speakerOf(app, access, asker), id, commentId);
    if (row.parentId !== null) throw notFound('That thread');
    return access;
  }

  route(router, app, api.listComments, async ({ input, viewer, ctx }) => {
    const asker = { viewer, request: ctx.req };
    const access = await accessToSnapshot(app, asker, input.id);
    const speaker = speakerOf(app, access, asker);
    ctx.type = 'json';
    return bodyOf(withList({}, 'comments', shown(list(app, access, speaker, input.details))));
  });

  route(router, app, api.readThread, async ({ input, viewer, ctx }) => {
    const asker = { viewer, request: ctx.req };
    const access = await accessToSnapshot(app, asker, input.id);
    const speaker = speakerOf(app, access, asker);
    const rows = await service.thread(app, access, speaker, input.commentId);
    return { comments: rows.map((row) => presentComment(app, access, speaker, row)) };
  });

  route(router, app, api.postComment, async ({ input, viewer, address, ctx, body }) => {
    const asker = { viewer, request: ctx.req, address };
    const access = await accessToSnapshot(app, asker, input.id);
    const { row, speaker, secret } = await service.post(app, access, asker, body);
    if (secret !== null) setVisitor(ctx, secret);
    return { comment: presentComment(app, access, speaker, row) };
  });

  route(router, app, api.updateComment, async ({ input, viewer, ctx }) => {
    const asker = { viewer, request: ctx.req };
    const access = await accessToSnapshot(app, asker, input.id);
    const speaker = speakerOf(app, access, asker, input.anonymousUserId);
    const row = await service.change(app, access, speaker, input);
    return { comment: presentComment(app, access, speaker, row) };
  });

  route(router, app, api.repinComment, async ({ input, viewer, ctx, body }) => {
    const asker = { viewer, request: ctx.req };
    const access = await accessToSnapshot(app, asker, input.id);
    const { row, speaker } = await repin(app, access, asker, input.commentId, body);
    return { comment: presentComment(app, access, speaker, row) };
  });

  route(router, app, api.deleteComment, async ({ input, viewer, ctx }) => {
    const asker = { viewer, request: ctx.req };
    const access = await accessToSnapshot(app, asker, input.id);
    await service.remove(app, access, speakerOf(app, access, asker, input.anonymousUserId), input.commentId);
    return done;
  });

  route(router, app, api.followThread, async ({ input, viewer, ctx }) => {
    const { id: snapshotId, commentId } = input;
    await threadFor({ viewer, request: ctx.req }, snapshotId, commentId);
    const row = await subscriptions.follow(app, viewer.userId, { snapshotId, commentId });
    return { subscription: presentSubscription(row) };
  });

  route(router, app, api.unfollowThread, async ({ input, viewer, ctx }) => {
    const { id: snapshotId, commentId } = input;
    await threadFor({ viewer, request: ctx.req }, snapshotId, commentId);
    const row = await subscriptions.silence(app, viewer.userId, { snapshotId, commentId });
    return { subscription: presentSubscription(row) };
  });

  route(router, app, listThreads, ({ input, viewer, ctx }) =>
    threads.list(app, { viewer, request: ctx.req }, input),
  );

  route(router, app, getThread, async ({ input, viewer, ctx }) => ({
    thread: await threads.one(app, { viewer, request: ctx.req }, input.id),
  }));

  route(router, app, api.listPeople, async ({ input, viewer, ctx }) => {
    const asker = { viewer, request: ctx.req };
    const speaker = speakerOf(app, await accessToSnapshot(app, asker, input.id), asker);
    return { people: mentionable(await repo.peopleOf(app.db, input.id), speaker) };
  });
}
