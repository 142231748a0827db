import type { RequestContext } from '../../platform/http/principal.ts';
import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/comments';
import { assignThread, listAssignees } from '@stagelink/shared/contracts/assignments';
import { followThread, unfollowThread } from '@stagelink/shared/contracts/follows';
import { addReaction, removeReaction } from '@stagelink/shared/contracts/reactions';
import { markThreadsRead } from '@stagelink/shared/contracts/readThreads';
import { getThread, listThreads } from '@stagelink/shared/contracts/threads';
import { type Access, accessToSnapshot, ownAccess } from '../access/access.ts';
import type { App } from '../../platform/context.ts';
import { notFound } from '../../platform/http/errors.ts';
import { bodyOf, withList } from '../../platform/http/longJson.ts';
import { OK, route } from '../../platform/http/route.ts';
import { presentSubscription } from '../follows/present.ts';
import * as follows from '../follows/service.ts';
import * as assignments from './assign.ts';
import { change } from './change.ts';
import { list, visibleComments } from './list.ts';
import { mentionable } from './mentions.ts';
import { presentComment, presentReactions } from './present.ts';
import * as reactions from './reactions.ts';
import { markRead } from './markRead.ts';
import { repin } from './repin.ts';
import { peopleOf } from './peopleRepo.ts';
import { post } from './post.ts';
import * as service from './service.ts';
import { commenterFor } from './commenter.ts';
import * as threads from './threads.ts';
import { setVisitor } from './visitor.ts';

export function commentRoutes(router: Router, app: App): void {
  /** Checks access to the thread and its snapshot. */
  async function threadFor(context: RequestContext, id: string, commentId: string): Promise<Access> {
    const access = await accessToSnapshot(app, context, id);
    const row = await service.assertVisible(app.db, commenterFor(app, access, context), id, commentId);
    if (row.parentId !== null) throw notFound('That thread');
    return access;
  }

  route(router, app, api.listComments, async ({ input, context, ctx }) => {
    const access = await accessToSnapshot(app, context, input.id);
    const commenter = commenterFor(app, access, context);
    ctx.type = 'json';
    return bodyOf(withList({}, 'comments', visibleComments(list(app, access, commenter, input.details))));
  });

  route(router, app, api.readThread, async ({ input, context }) => {
    const access = await accessToSnapshot(app, context, input.id);
    const commenter = commenterFor(app, access, context);
    const rows = await service.thread(app, access, commenter, input.commentId);
    return { comments: rows.map((row) => presentComment(app, access, commenter, row)) };
  });

  route(router, app, api.postComment, async ({ input, context, ctx, body }) => {
    const access = await accessToSnapshot(app, context, input.id);
    const { row, commenter, secret } = await post(app, access, context, body);
    if (secret !== null) setVisitor(ctx, secret);
    return { comment: presentComment(app, access, commenter, row) };
  });

  route(router, app, api.updateComment, async ({ input, context }) => {
    const access = await accessToSnapshot(app, context, input.id);
    const commenter = commenterFor(app, access, context, input.anonymousUserId);
    const row = await change(app, access, commenter, input);
    return { comment: presentComment(app, access, commenter, row) };
  });

  route(router, app, api.repinComment, async ({ input, context, body }) => {
    const access = await accessToSnapshot(app, context, input.id);
    const { row, commenter } = await repin(app, access, context, input.commentId, body);
    return { comment: presentComment(app, access, commenter, row) };
  });

  route(router, app, api.deleteComment, async ({ input, context }) => {
    const access = await accessToSnapshot(app, context, input.id);
    await service.remove(
      app,
      access,
      commenterFor(app, access, context, input.anonymousUserId),
      input.commentId,
    );
    return OK;
  });

  route(router, app, addReaction, async ({ input, context, ctx }) => {
    const access = await accessToSnapshot(app, context, input.id);
    const { row, secret } = await reactions.add(app, access, context, input);
    if (secret !== null) setVisitor(ctx, secret);
    return { reactions: presentReactions(row) };
  });

  route(router, app, removeReaction, async ({ input, context }) => {
    const access = await accessToSnapshot(app, context, input.id);
    return { reactions: presentReactions(await reactions.remove(app, access, context, input)) };
  });

  route(router, app, listAssignees, async ({ input, context, principal }) => {
    const access = await ownAccess(app, principal, input.id);
    const commenter = commenterFor(app, access, context);
    return { people: await assignments.list(app, access, commenter) };
  });

  route(router, app, assignThread, async ({ input, context, principal }) => {
    const access = await ownAccess(app, principal, input.id);
    const commenter = commenterFor(app, access, context);
    const row = await assignments.assign(app, access, commenter, input);
    return { comment: presentComment(app, access, commenter, row) };
  });

  route(router, app, markThreadsRead, async ({ input, context, principal }) => {
    const { isOwner } = await accessToSnapshot(app, context, input.id);
    await markRead(app, principal.userId, isOwner, input);
    return OK;
  });

  route(router, app, followThread, async ({ input, context, principal }) => {
    const { id: snapshotId, commentId } = input;
    await threadFor(context, snapshotId, commentId);
    const row = await follows.follow(app, principal.userId, { snapshotId, commentId });
    return { subscription: presentSubscription(row) };
  });

  route(router, app, unfollowThread, async ({ input, context, principal }) => {
    const { id: snapshotId, commentId } = input;
    await threadFor(context, snapshotId, commentId);
    const row = await follows.mute(app, principal.userId, { snapshotId, commentId });
    return { subscription: presentSubscription(row) };
  });

  route(router, app, listThreads, ({ input, context }) => threads.list(app, context, input));

  route(router, app, getThread, async ({ input, context }) => ({
    thread: await threads.one(app, context, input.id),
  }));

  route(router, app, api.listPeople, async ({ input, context }) => {
    const commenter = commenterFor(app, await accessToSnapshot(app, context, input.id), context);
    return { people: mentionable(await peopleOf(app.db, input.id), commenter) };
  });
}
