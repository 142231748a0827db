import { cut } from '@stagelink/shared/locator/tokens';
import { ELEMENT_HTML_MAX } from '@stagelink/shared/preview/handshake';

const ATTRIBUTE_MAX = 300;
const EMPTY = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** Content that users type, or that is not markup. */
const CONTENT_LEFT_OUT = 'script,style,textarea,[contenteditable]:not([contenteditable=false])';
/** Only these inputs keep their `value`: frameworks may copy typed text into the attribute. */
const BUTTONS = new Set(['submit', 'button', 'reset', 'checkbox', 'radio', 'image']);

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPED[sign] ?? sign);

function isTyped(element: Element, name: string): boolean {
  if (name !== 'value' || element.localName !== 'input') return false;
  return !BUTTONS.has(element.getAttribute('type')?.toLowerCase() ?? 'text');
}

type Clean = (text: string) => string;

function tagOf(element: Element, clean: Clean): string {
  let tag = `<${element.localName}`;
  for (const { name, value: written } of element.attributes) {
    if (isTyped(element, name)) continue;
    const value = clean(written);
    const kept = value.length > ATTRIBUTE_MAX ? `${cut(value, ATTRIBUTE_MAX)}…` : value;
    tag += value === '' ? ` ${name}` : ` ${name}="${escape(kept)}"`;
  }
  return `${tag}>`;
}

/** Returns the start of an element's HTML, each text and attribute cleaned. Reads no more of the page than it returns. */
export function excerptOf(element: Element, clean: Clean = (text) => text): string {
  let html = '';
  const write = (node: Node) => {
    if (html.length >= ELEMENT_HTML_MAX) return;
    if (node.nodeType === Node.TEXT_NODE)
      html += escape(clean((node.nodeValue ?? '').slice(0, ELEMENT_HTML_MAX)));
    if (!(node instanceof Element)) return;
    html += tagOf(node, clean);
    if (EMPTY.has(node.localName)) return;
    if (!node.matches(CONTENT_LEFT_OUT)) for (const child of node.childNodes) write(child);
    html += `</${node.localName}>`;
  };
  write(element);
  return html.length > ELEMENT_HTML_MAX ? `${cut(html, ELEMENT_HTML_MAX - 1)}…` : cut(html, ELEMENT_HTML_MAX);
}
