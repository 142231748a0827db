import { type Token, Tokenizer } from 'parse5';

interface Text {
  encoding: 'latin1' | 'utf16le';
  /** Bytes before the first character. */
  mark: number;
  /** Bytes of one character. */
  width: 1 | 2;
}

/** Every encoding but UTF-16 spells tags in ASCII, so one character a byte finds them at their place. */
function textOf(html: Buffer): Text {
  if (html[0] === 0xff && html[1] === 0xfe) return { encoding: 'utf16le', mark: 2, width: 2 };
  const utf8 = html[0] === 0xef && html[1] === 0xbb && html[2] === 0xbf;
  return { encoding: 'latin1', mark: utf8 ? 3 : 0, width: 1 };
}

/** Enough for the head of any document to begin; licence comments in front of it may be long. */
export const INJECTION_WINDOW = 64 * 1024;

/**
 * Where a script must stand to run before any other: behind the tag that opens the head; in documents without one,
 * where the parser would open it: behind `<html>`, behind the doctype, or at the start.
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
 * The byte of an HTML document at which the agent's script is put in, or null for the one encoding that is left alone
 * (UTF-16 with the high byte first, which nothing writes). The document's first `INJECTION_WINDOW` is enough.
 */
export function injectionOffset(html: Buffer): number | null {
  if (html[0] === 0xfe && html[1] === 0xff) return null;
  const { encoding, mark, width } = textOf(html);
  const text = html.subarray(mark, INJECTION_WINDOW).toString(encoding);
  return mark + characterToInsertAt(text) * width;
}

/** The tag in the document's own encoding. */
export function encodeTag(html: Buffer, tag: string): Buffer {
  return Buffer.from(tag, textOf(html).encoding);
}

/** The document with `tag` as its first script. All bytes around it stay as they are, whatever their charset. */
export function injectAgent(html: Buffer, tag: string): Buffer {
  const offset = injectionOffset(html);
  if (offset === null) return html;
  return Buffer.concat([html.subarray(0, offset), encodeTag(html, tag), html.subarray(offset)]);
}
