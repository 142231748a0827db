import { randomUUID } from 'node:crypto';
import type { Call } from '@stagelink/shared/client/call';
import {
  type Comment,
  listComments,
  type NewComment,
  postComment,
} from '@stagelink/shared/contracts/comments';
import type { World } from './world.ts';

export const asJson = (value: object) => ({
  type: 'application/json',
  body: Buffer.from(JSON.stringify(value)),
});

/** A part of a comment's form. */
export interface Part {
  field?: string;
  filename: string;
  content: string | Buffer;
}

/** Encodes a comment as a browser's form. */
export function asCommentForm(
  fields: Record<string, string>,
  files: Part[] = [],
): { type: string; body: Buffer } {
  const boundary = `----${randomUUID()}`;
  const part = (disposition: string, content: string | Buffer) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]);
  const parts = [
    ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value)),
    ...files.map(({ field = 'attachments', filename, content }) =>
      part(`name="${field}"; filename="${filename}"`, content),
    ),
  ];
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

/** Posts a comment as JSON. */
export async function createComment(call: Call, id: string, comment: string | NewComment): Promise<Comment> {
  const body = typeof comment === 'string' ? { text: comment } : comment;
  return (await call(postComment, { id }, asJson(body))).comment;
}

/** Posts a comment as JSON, and notifies those who are to know of it. */
export async function announceComment(
  { drainJobs }: Pick<World, 'drainJobs'>,
  call: Call,
  id: string,
  comment: string | NewComment,
): Promise<Comment> {
  const posted = await createComment(call, id, comment);
  await drainJobs();
  return posted;
}

export const commentsSeenBy = async (call: Call, id: string): Promise<Comment[]> =>
  (await call(listComments, { id })).comments;
