import { type Token, Tokenizer } from 'parse5';

interface Text {
  encoding: 'latin1' | 'utf16le';
  /** Length of the byte order mark. */
  mark: number;
  /** Bytes per character. */
  width: 1 | 2;
}

/** Every encoding but UTF-16 writes tags in ASCII, so decode one byte per character to keep offsets. */
function textOf(html: Buffer): Text {
  if (html[0] === 0xff && html[1] === 0xfe) return { encoding: 'utf16le', mark: 2, width: 2 };
  const utf8 = html[0] === 0xef && html[1] === 0xbb && html[2] === 0xbf;
  return { encoding: 'latin1', mark: utf8 ? 3 : 0, width: 1 };
}

/** Reaches the head of any document, even after long license comments. */
export const INJECTION_WINDOW = 64 * 1024;

/**
 * Returns where a script runs before all others: after the opening head tag; without one, where the parser would open
 * it: after `<html>`, after the doctype, or at the start.
 */
function characterToInsertAt(text: string): number {
  let place = 0;
  let done = false;
  const stop = () => {
    done = true;
    tokenizer.pause();
  };
  const behind = ({ location }: { location: Token.Location | null }) => {
    if (!done) place = location?.endOffset ?? place;
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onDoctype: behind,
      onStartTag(tag) {
        if (tag.tagName === 'html' || tag.tagName === 'head') behind(tag);
        if (tag.tagName !== 'html') stop();
      },
      onEndTag: stop,
      onCharacter: stop,
      onNullCharacter: stop,
      onEof: stop,
      onComment: () => undefined,
      onWhitespaceCharacter: () => undefined,
    },
  );
  tokenizer.write(text, true);
  return place;
}

/**
 * Returns the byte offset at which to insert the agent's script, or null for big-endian UTF-16, which is left
 * unchanged. The first `INJECTION_WINDOW` bytes suffice.
 */
export function injectionOffset(html: Buffer): number | null {
  if (html[0] === 0xfe && html[1] === 0xff) return null;
  const { encoding, mark, width } = textOf(html);
  const text = html.subarray(mark, INJECTION_WINDOW).toString(encoding);
  return mark + characterToInsertAt(text) * width;
}

/** Encodes the tag in the document's encoding. */
export function encodeTag(html: Buffer, tag: string): Buffer {
  return Buffer.from(tag, textOf(html).encoding);
}

/** Inserts `tag` as the first script of the document. All other bytes stay unchanged, whatever the charset. */
export function injectAgent(html: Buffer, tag: string): Buffer {
  const offset = injectionOffset(html);
  if (offset === null) return html;
  return Buffer.concat([html.subarray(0, offset), encodeTag(html, tag), html.subarray(offset)]);
}
