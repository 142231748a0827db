import {
  ATTACHMENT_TYPES,
  type AttachmentExtension,
  attachmentExtension,
} from '@stagelink/shared/contracts/attachments';

// What a file is, by its name and by its bytes. A table of the few kinds that may be attached, instead of a library
// that knows hundreds: whatever is not in it is refused.

/** So many bytes tell any of these kinds. */
export const HEAD_BYTES = 512;

type Signature = (head: Buffer) => boolean;

const startsWith =
  (bytes: string): Signature =>
  (head) =>
    head.subarray(0, bytes.length).equals(Buffer.from(bytes, 'latin1'));

const isZip: Signature = (head) => startsWith('PK\x03\x04')(head) || startsWith('PK\x05\x06')(head);

/** The first name inside an archive: office documents begin with a part of their own. */
function holdsParts(head: Buffer, folder: string): boolean {
  if (!startsWith('PK\x03\x04')(head) || head.length < 30) return false;
  const name = head.toString('latin1', 30, 30 + head.readUInt16LE(26));
  return (
    name === '[Content_Types].xml' || /^(_rels|docProps|customXml)\//.test(name) || name.startsWith(folder)
  );
}

const isJpeg = startsWith('\xff\xd8\xff');
/** The container of office documents before 2007. */
const isCompound = startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');
/** Any bytes may begin a text; the rest is up to `isText`. */
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
  /** All of it must be text, whatever its beginning says. */
  isText: boolean;
}

function kindOf(extension: AttachmentExtension): Kind {
  const mimeType = ATTACHMENT_TYPES[extension];
  return { mimeType, matches: SIGNATURES[extension], isText: mimeType.startsWith('text/') };
}

/** What a file of this name must be; null when no such file may be attached. */
export function kindByName(filename: string): Kind | null {
  const extension = attachmentExtension(filename);
  return extension && kindOf(extension);
}

const CROPS = (['jpg', 'png', 'webp'] as const).map(kindOf);

/** What picture it is, by its bytes alone: an agent in a page nobody trusts has made it. */
export const cropByBytes = (head: Buffer): Kind | null => CROPS.find(({ matches }) => matches(head)) ?? null;

const PICTURES = new Set<string>(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Whether a browser may show it in place. */
export const isPicture = (mimeType: string): boolean => PICTURES.has(mimeType);
