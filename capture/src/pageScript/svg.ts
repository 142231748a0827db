const TYPE = 'image/svg+xml';
const RUNS_CODE = /^\s*(?:javascript|data:text\/html)/i;

/** Whether bytes are text with tags; no other picture begins like that. */
export const isMarkup = (bytes: Uint8Array): boolean =>
  /^(?:\ufeff|\s)*</.test(new TextDecoder().decode(bytes.subarray(0, 64)));

/** Returns an SVG without its scripts. Throws for any other markup, such as a page in place of a picture. */
export function cleanSvg(bytes: Uint8Array): { bytes: Uint8Array; contentType: string } {
  const { documentElement: root } = new DOMParser().parseFromString(new TextDecoder().decode(bytes), TYPE);
  if (root.localName !== 'svg') throw new Error('not a picture');
  for (const element of [root, ...root.querySelectorAll('*')]) {
    if (/^(?:script|foreignobject|iframe|embed|object)$/i.test(element.localName)) {
      element.remove();
      continue;
    }
    for (const { name, value } of Array.from(element.attributes)) {
      if (/^on/i.test(name) || RUNS_CODE.test(value)) element.removeAttribute(name);
    }
  }
  return { bytes: new TextEncoder().encode(new XMLSerializer().serializeToString(root)), contentType: TYPE };
}
