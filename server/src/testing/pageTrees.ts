import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { canonicalJson } from '@stagelink/shared/locator/tree/canonicalJson';
import type { PageTree } from '@stagelink/shared/locator/tree/pageTree';

/** Returns a page with a list of buttons. */
export const pageTree = (...buttons: string[]): PageTree => ({
  route: '/checkout',
  width: 1280,
  isCut: false,
  nodes: [
    { parent: -1, tag: 'body', box: [0, 0, 1280, 800] },
    ...buttons.map((text) => ({ parent: 0, tag: 'button', text })),
  ],
});

/** Returns a tree as a browser sends it, with the hash that names it. */
export function asTreeJson(json: string) {
  const hash = createHash('sha256').update(json).digest('hex');
  return { hash, tree: deflateSync(json).toString('base64') };
}

export const asTree = (tree: PageTree) => asTreeJson(canonicalJson(tree));
