import { Readable } from 'node:stream';
import type { Comment } from '@stagelink/shared/contracts/comments';
import type { FileRow } from '../attachments/repo.ts';
import type { ListedComment } from '../comments/list.ts';
import { withList } from '../../platform/http/longJson.ts';
import { asCsv } from '../../platform/http/csv.ts';
import { COMMENT_COLUMNS } from './commentColumns.ts';
import type { ZipEntry } from '../../platform/http/zip.ts';

const FORBIDDEN = /[<>:"/\\|?*]/g;
const EXTENSIONS: Record<string, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
};

/** The path in the archive. The id separates equal names and avoids reserved ones. */
const pathOf = ({
  id,
  filename,
  mimeType,
  isCrop,
}: Pick<FileRow, 'id' | 'filename' | 'mimeType' | 'isCrop'>) =>
  `files/${id}-${filename.replaceAll(FORBIDDEN, '_')}${isCrop ? (EXTENSIONS[mimeType] ?? '') : ''}`;

/** A comment with paths in the archive instead of file URLs, which expire. */
function archived({ comment, files }: ListedComment): object {
  const crop = files.find(({ isCrop }) => isCrop);
  const attached = files.filter(({ isCrop }) => !isCrop);
  return {
    ...comment,
    crop: crop ? { path: pathOf(crop) } : null,
    attachments: attached.map((file) => {
      const { id, filename, mimeType, size } = file;
      return { id, filename, mimeType, size, path: pathOf(file) };
    }),
  };
}

async function* map<T, R>(portions: AsyncIterable<T[]>, how: (item: T) => R): AsyncGenerator<R[]> {
  for await (const portion of portions) yield portion.map(how);
}

interface Sources {
  /** Reads the comments anew on each call. */
  read: () => AsyncIterable<ListedComment[]>;
  /** Null if the file was deleted meanwhile. */
  readFile: (file: FileRow) => Promise<Buffer | null>;
}

/** Yields all comments as JSON and CSV, and their files. */
export async function* archive(about: object, { read, readFile }: Sources): AsyncGenerator<ZipEntry> {
  yield { name: 'comments.json', content: Readable.from(withList(about, 'comments', map(read(), archived))) };
  yield {
    name: 'comments.csv',
    content: Readable.from(
      asCsv(
        COMMENT_COLUMNS,
        map(read(), ({ comment }): Comment => comment),
      ),
    ),
  };
  for await (const portion of read()) {
    for (const file of portion.flatMap(({ files }) => files)) {
      const content = await readFile(file);
      if (content) yield { name: pathOf(file), content };
    }
  }
}
