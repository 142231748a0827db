import type { Comment, listComments } from '@stagelink/shared/contracts/comments';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { Access } from '../access/access.ts';
import type { App } from '../../platform/context.ts';
import type { FileRow } from '../attachments/repo.ts';
import { canSee, type Commenter } from './policy.ts';
import { presentComment } from './present.ts';
import * as listRepo from './listRepo.ts';

/** Bounds memory: the list of a full snapshot has thousands of comments with 16 MB. */
export const PORTION_BYTES = 256 * 1024;
const PORTION_COMMENTS = 100;

/** A presented comment with its stored files. */
export interface ListedComment {
  comment: Comment;
  files: FileRow[];
}

function* portionsOf(listed: listRepo.ListedRow[]): Generator<listRepo.ListedRow[]> {
  let portion: listRepo.ListedRow[] = [];
  let bytes = 0;
  for (const row of listed) {
    if (portion.length === PORTION_COMMENTS || (portion.length > 0 && bytes + row.bytes > PORTION_BYTES)) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(row);
    bytes += row.bytes;
  }
  if (portion.length > 0) yield portion;
}

/** Yields the comments visible to the commenter in portions: threads newest first, replies oldest first. */
export async function* list(
  app: App,
  access: Access,
  commenter: Commenter,
  details: Parsed<typeof listComments>['details'],
): AsyncGenerator<ListedComment[]> {
  const { id } = access.snapshot;
  for (const portion of portionsOf(await listRepo.listed(app.db, id))) {
    const brief = details === 'all' ? [] : portion.filter(({ isSettled }) => isSettled).map((row) => row.id);
    const rows = await listRepo.readListed(app.db, portion, commenter, brief);
    yield rows
      .filter((row) => canSee(row, commenter))
      .map((row) => ({ comment: presentComment(app, access, commenter, row), files: row.files }));
  }
}

export async function* visibleComments(portions: AsyncIterable<ListedComment[]>): AsyncGenerator<Comment[]> {
  for await (const portion of portions) yield portion.map(({ comment }) => comment);
}
