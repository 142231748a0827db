import * as z from 'zod/mini';

// zod's fast path uses `new Function`, which the extension's Content-Security-Policy forbids.
z.config({ jitless: true });

/** Elements that one page may have. */
export const ELEMENTS_MAX = 250_000;
/** Frames within frames. */
export const FRAME_DEPTH = 5;
/** Files that one page may refer to. */
export const ASSETS_MAX = 2000;
/** Longest time to read one page. */
export const READ_SECONDS = 60;
/** Characters of the text of one page or style sheet. */
const TEXT_MAX = 64 * 1024 * 1024;
/** Pixels of a frame or canvas, on each side. */
const BOX_MAX = 1_000_000;
/** Names of the port between worker and page, and between popup and worker. */
export const PAGE_PORT = 'page';
export const POPUP_PORT = 'popup';

/** Begins the name that replaces a file until its path is known; a page cannot guess it. */
export const placeholder = (nonce: string, id: number): string => `file-${nonce}-${id}.`;
export const placeholders = (nonce: string): RegExp => new RegExp(`file-${nonce}-(\\d+)\\.`, 'g');

const Id = z.int().check(z.gte(0), z.lte(10 * ASSETS_MAX));
const Text = z.string().check(z.maxLength(TEXT_MAX));
const Short = z.string().check(z.maxLength(2000));

/** Where an element is in the window of its frame, in pixels of CSS; `scale` makes them pixels of the screen. */
const Box = z.object({
  x: z.number(),
  y: z.number(),
  scale: z.number().check(z.gt(0), z.lte(16)),
  width: z.number().check(z.gte(0), z.lte(BOX_MAX)),
  height: z.number().check(z.gte(0), z.lte(BOX_MAX)),
});
export type Box = z.infer<typeof Box>;

/**
 * Why a file is not in the capture. `blocked`: another website does not let this page read it. `pictured`: a frame that
 * is in the capture as a picture. `object`: a plugin or document within the page.
 */
export const MissingReason = z.enum(['blocked', 'failed', 'large', 'frame', 'pictured', 'object']);
export type MissingReason = z.infer<typeof MissingReason>;

/** What was left out of a page, by number. */
export const Counts = z.object({
  /** Fields and editable texts that hold something that was typed. */
  typed: z.int(),
  /** Those of them that were left blank. */
  blanked: z.int(),
  /** Fields with a password, a code or another secret. */
  secret: z.int(),
  /** Texts that repeated a password, a code or a card number. */
  repeated: z.int(),
  /** Links and attributes with a token. */
  tokens: z.int(),
});
export type Counts = z.infer<typeof Counts>;

/** What the reader of a page sends to the worker. The page's own scripts cannot reach this port. */
export const FromPage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), done: z.int(), of: z.int() }),
  /** A file as it is, in Base64. */
  z.object({ type: z.literal('bytes'), id: Id, contentType: Short, base64: Text }),
  /** A style sheet or the page of a frame, whose own files are placeholders. */
  z.object({ type: z.literal('text'), id: Id, kind: z.enum(['style', 'frame']), text: Text }),
  z.object({ type: z.literal('missing'), id: Id, url: Text, reason: MissingReason, bytes: z.int() }),
  /** A frame of another website. `path` is empty for a frame in a shadow root. */
  z.object({ type: z.literal('frame'), id: Id, url: Short, path: Short, box: Box }),
  /** A canvas that gives the page no picture: WebGL forgets what it drew once the browser shows it. */
  z.object({ type: z.literal('drawing'), id: Id, box: Box }),
  /** Asks the worker for a file that the page may not read. */
  z.object({ type: z.literal('fetch'), id: Id, url: Text }),
  z.object({
    type: z.literal('page'),
    html: Text,
    title: Text,
    address: Text,
    width: z.int(),
    height: z.int(),
    counts: Counts,
  }),
  z.object({ type: z.literal('picked'), label: Short }),
  z.object({ type: z.literal('failed'), message: Short }),
]);
export type FromPage = z.infer<typeof FromPage>;

/** A file that the extension fetched, or why it could not; null when it may not. */
export type OutsideFile =
  | { contentType: string; base64: string }
  | { tooLarge: number }
  | { failure: string }
  | null;

/** What the worker sends to the reader of a page. */
export type ToPage =
  | { type: 'read'; nonce: string; keepTyped: boolean; element: boolean; large: readonly string[] }
  | { type: 'pick'; text: string }
  | { type: 'answer'; id: number; file: OutsideFile };
