import { type Token, Tokenizer } from 'parse5';
import { admitInDocument } from './policies.ts';

interface Text {
  encoding: 'latin1' | 'utf16le';
  /** Length of the byte order mark. */
  mark: number;
}

/** Every encoding but UTF-16 writes tags in ASCII, so decode one byte per character to keep offsets. */
function textOf(html: Buffer): Text {
  if (html[0] === 0xff && html[1] === 0xfe) return { encoding: 'utf16le', mark: 2 };
  const utf8 = html[0] === 0xef && html[1] === 0xbb && html[2] === 0xbf;
  return { encoding: 'latin1', mark: utf8 ? 3 : 0 };
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

/** What is inserted in a document. */
export interface Injected {
  /** Becomes the first script. */
  tag: string;
  /** Where its scripts come from, which the document's own policies let in. */
  source: string;
}

/**
 * Inserts the agent's script and lets in what it loads. All other bytes stay unchanged, whatever the charset; a document in
 * big-endian UTF-16 is left as it is. Changes the first `INJECTION_WINDOW` bytes only.
 */
export function injectAgent(html: Buffer, { tag, source }: Injected): Buffer {
  if (html[0] === 0xfe && html[1] === 0xff) return html;
  const { encoding, mark } = textOf(html);
  const text = html.subarray(mark, INJECTION_WINDOW).toString(encoding);
  const at = characterToInsertAt(text);
  const changed = text.slice(0, at) + tag + admitInDocument(text.slice(at), source);
  return Buffer.concat([
    html.subarray(0, mark),
    Buffer.from(changed, encoding),
    html.subarray(Math.max(mark, INJECTION_WINDOW)),
  ]);
}
