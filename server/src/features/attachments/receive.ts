import { mismatchedFile, tooLargeFile, unsupportedFile } from '@stagelink/shared/contracts/attachments';
import { ATTACHMENT_BYTES } from '@stagelink/shared/contracts/limits';
import { PICTURE_MAX } from '@stagelink/shared/preview/handshake';
import { AppError } from '../../platform/http/errors.ts';
import type { FormFile } from '../../platform/http/multipart.ts';
import { cropByBytes, HEAD_BYTES, type Kind, kindByName } from './kinds.ts';

export interface Incoming {
  filename: string;
  isCrop: boolean;
  /** Known once the body has begun. */
  mimeType: string;
  /** Throws if the bytes do not match the file's name. */
  body: AsyncIterable<Buffer>;
}

const NAME_MAX = 200;

/** Removes folders and invisible characters from a file name. */
export function cleanName(filename: string): string {
  const name = filename.replace(/^.*[/\\]/s, '').replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '');
  const [, stem = '', extension = ''] = /^(.*?)(\.[^.]{1,10})?$/s.exec(name.trim()) ?? [];
  return [...stem].slice(0, NAME_MAX).join('') + extension;
}

const refuse = (code: 'too_large' | 'invalid_input', message: string, field: string) =>
  new AppError(code, message, { field });

/** Yields chunks of which the first is long enough to recognize the file, unless the body is shorter. */
async function* withHead(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const piece of body) {
    if (head === null) {
      yield piece;
      continue;
    }
    head = Buffer.concat([head, piece]);
    if (head.length < HEAD_BYTES) continue;
    yield head;
    head = null;
  }
  if (head !== null) yield head;
}

interface Rules {
  field: string;
  filename: string;
  maxBytes: number;
  kindOf: (head: Buffer) => Kind | null;
  knows: (kind: Kind) => void;
}

async function* checked(body: AsyncIterable<Buffer>, rules: Rules): AsyncGenerator<Buffer> {
  const { field, filename, maxBytes } = rules;
  const mismatched = () => refuse('invalid_input', mismatchedFile(filename), field);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const assertText = (piece?: Buffer) => {
    try {
      decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      throw mismatched();
    }
    if (piece?.includes(0)) throw mismatched();
  };

  let kind: Kind | null = null;
  let bytes = 0;
  for await (const piece of withHead(body)) {
    if (kind === null) {
      kind = rules.kindOf(piece);
      if (!kind?.matches(piece)) throw mismatched();
      rules.knows(kind);
    }
    bytes += piece.length;
    if (bytes > maxBytes) throw refuse('too_large', tooLargeFile(filename), field);
    if (kind.isText) assertText(piece);
    if (piece.length > 0) yield piece;
  }
  if (kind?.isText) assertText();
}

/** Checks a file of a comment's form while it streams. */
export function incoming({ field, filename, body }: FormFile): Incoming {
  const isCrop = field === 'crop';
  if (!isCrop && field !== 'attachments') {
    throw refuse('invalid_input', `There is no file field named “${field}”.`, field);
  }
  const name = isCrop ? 'crop' : cleanName(filename);
  const kindOfName = kindByName(name);
  if (!isCrop && !kindOfName) throw refuse('invalid_input', unsupportedFile(name), field);
  const file: Incoming = {
    filename: name,
    isCrop,
    mimeType: '',
    body: checked(body, {
      field,
      filename: name,
      maxBytes: isCrop ? PICTURE_MAX : ATTACHMENT_BYTES,
      kindOf: isCrop ? cropByBytes : () => kindOfName,
      knows: ({ mimeType }) => (file.mimeType = mimeType),
    }),
  };
  return file;
}
