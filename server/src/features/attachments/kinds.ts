import {
  ATTACHMENT_TYPES,
  type AttachmentExtension,
  attachmentExtension,
} from '@stagelink/shared/contracts/attachments';

// Recognizes a file by its name and bytes. A table of the few allowed kinds, so that everything else is rejected.

/** Bytes needed to recognize any of these kinds. */
export const HEAD_BYTES = 512;

type Signature = (head: Buffer) => boolean;

const startsWith =
  (bytes: string): Signature =>
  (head) =>
    head.subarray(0, bytes.length).equals(Buffer.from(bytes, 'latin1'));

const isZip: Signature = (head) => startsWith('PK\x03\x04')(head) || startsWith('PK\x05\x06')(head);

/** Matches the first name in an archive: office documents begin with a known part. */
function holdsParts(head: Buffer, folder: string): boolean {
  if (!startsWith('PK\x03\x04')(head) || head.length < 30) return false;
  const name = head.toString('latin1', 30, 30 + head.readUInt16LE(26));
  return (
    name === '[Content_Types].xml' || /^(_rels|docProps|customXml)\//.test(name) || name.startsWith(folder)
  );
}

const isJpeg = startsWith('\xff\xd8\xff');
/** The container format of office documents before 2007. */
const isCompound = startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');
/** A text may begin with any bytes; `isText` checks the rest. */
const anything: Signature = () => true;

const SIGNATURES: Record<AttachmentExtension, Signature> = {
  png: startsWith('\x89PNG\r\n\x1a\n'),
  jpg: isJpeg,
  jpeg: isJpeg,
  gif: (head) => startsWith('GIF87a')(head) || startsWith('GIF89a')(head),
  webp: (head) => startsWith('RIFF')(head) && head.toString('latin1', 8, 12) === 'WEBP',
  txt: anything,
  md: anything,
  csv: anything,
  pdf: startsWith('%PDF-'),
  doc: isCompound,
  docx: (head) => holdsParts(head, 'word/'),
  xls: isCompound,
  xlsx: (head) => holdsParts(head, 'xl/'),
  zip: isZip,
  rar: startsWith('Rar!\x1a\x07'),
};

export interface Kind {
  mimeType: string;
  matches: Signature;
  /** The whole file must be text. */
  isText: boolean;
}

function kindOf(extension: AttachmentExtension): Kind {
  const mimeType = ATTACHMENT_TYPES[extension];
  return { mimeType, matches: SIGNATURES[extension], isText: mimeType.startsWith('text/') };
}

/** Returns the kind that a file of this name must be; null if it may not be attached. */
export function kindByName(filename: string): Kind | null {
  const extension = attachmentExtension(filename);
  return extension && kindOf(extension);
}

const CROPS = (['jpg', 'png', 'webp'] as const).map(kindOf);

/** Recognizes a picture by its bytes alone: the agent that made it runs in an untrusted page. */
export const cropByBytes = (head: Buffer): Kind | null => CROPS.find(({ matches }) => matches(head)) ?? null;

const PICTURES = new Set<string>(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Returns whether browsers may show it inline. */
export const isPicture = (mimeType: string): boolean => PICTURES.has(mimeType);
