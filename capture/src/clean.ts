import { type DefaultTreeAdapterTypes as Tree, parse, serialize } from 'parse5';

const LEFT_OUT = new Set(['script', 'base', 'object', 'embed', 'applet', 'noscript']);
const DROPPED = /^(?:on.*|srcdoc|action|formaction|ping|http-equiv|nonce|integrity)$/i;
/** Browsers skip control characters and spaces before a scheme. */
const RUNS_CODE = /^[\p{Cc}\s]*(?:j\s*a\s*v\s*a|v\s*b)\s*s\s*c\s*r\s*i\s*p\s*t\s*:|^\s*data:\s*text\/html/iu;

const isElement = (node: Tree.Node): node is Tree.Element => 'tagName' in node;

/** Returns the link's new address for one that leads to another captured page. */
export type ReplaceLink = (href: string) => string | null;

function cleanAttributes(element: Tree.Element, replaceLink: ReplaceLink): void {
  element.attrs = element.attrs.filter(({ name, value }) => !DROPPED.test(name) && !RUNS_CODE.test(value));
  if (element.tagName !== 'a' && element.tagName !== 'area') return;
  for (const attribute of element.attrs) {
    if (attribute.name === 'href') attribute.value = replaceLink(attribute.value) ?? attribute.value;
  }
}

/**
 * Returns a page without anything that runs code, as a browser will parse it: what was read in the page's process is
 * not trusted.
 */
export function cleanHtml(html: string, replaceLink: ReplaceLink = () => null): string {
  const page = parse(html);
  const open: Tree.ParentNode[] = [page];
  for (let parent = open.pop(); parent; parent = open.pop()) {
    parent.childNodes = parent.childNodes.filter(
      (child) =>
        !(isElement(child) && LEFT_OUT.has(child.tagName.toLowerCase())) && child.nodeName !== '#comment',
    );
    for (const child of parent.childNodes) {
      if (!isElement(child)) continue;
      cleanAttributes(child, replaceLink);
      open.push(child);
      if ('content' in child) open.push((child as Tree.Template).content);
    }
  }
  return serialize(page);
}
