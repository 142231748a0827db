import { ATTACHMENT_BYTES } from './limits.ts';

/** File extensions that may be attached to a comment, with the type each is served as. */
export const ATTACHMENT_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
  rar: 'application/vnd.rar',
} as const;
export type AttachmentExtension = keyof typeof ATTACHMENT_TYPES;

/** Returns the extension of a file that may be attached, or null. */
export function attachmentExtension(filename: string): AttachmentExtension | null {
  const extension = /\.([a-z]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(ATTACHMENT_TYPES, extension) ? (extension as AttachmentExtension) : null;
}

const SUPPORTED = Object.keys(ATTACHMENT_TYPES).join(', ');

export const tooLargeFile = (filename: string) =>
  `${filename} is too large (max ${ATTACHMENT_BYTES / 1024 / 1024}MB)`;
export const unsupportedFile = (filename: string) =>
  `${filename} has an unsupported file type. Supported types: ${SUPPORTED}`;
/** The file's content is not what its name says. */
export const mismatchedFile = (filename: string) =>
  `The content of ${filename} does not fit its name. Attach the original file, or rename it to its real type.`;
