import type { CDPSession, Page } from '@playwright/test';

/** Markers drawn by the agent in a closed shadow tree, which only the browser's own protocol can read. */

interface Drawn {
  kind: 'mark' | 'box' | 'name';
  text: string;
  attributes: string[];
  /** Position and size in CSS pixels of the preview's viewport. */
  left: number;
  top: number;
  width: number;
  height: number;
}

interface DomNode {
  nodeId: number;
  nodeName: string;
  nodeValue: string;
  attributes?: string[];
  children?: DomNode[];
  shadowRoots?: DomNode[];
  contentDocument?: DomNode;
}

async function sessionOf(page: Page): Promise<CDPSession> {
  const frame = page.frames()[1];
  if (!frame) throw new Error('The viewer shows no preview');
  try {
    return await page.context().newCDPSession(frame);
  } catch {
    // It has no process of its own.
    return page.context().newCDPSession(page);
  }
}

const inside = ({ children = [], shadowRoots = [], contentDocument }: DomNode) => [
  ...children,
  ...shadowRoots,
  ...(contentDocument ? [contentDocument] : []),
];

const textOf = (node: DomNode): string => node.nodeValue + inside(node).map(textOf).join('');

function partsOf(node: DomNode): DomNode[] {
  if (node.nodeName === 'STAGELINK-PINS') return (node.shadowRoots ?? []).flatMap(inside).flatMap(inside);
  return inside(node).flatMap(partsOf);
}

async function drawnPart(session: CDPSession, part: DomNode): Promise<Drawn | null> {
  const attributes = part.attributes ?? [];
  const [kind = ''] = (attributes[attributes.indexOf('class') + 1] ?? '').split(' ');
  if (!['mark', 'box', 'name'].includes(kind)) return null;
  const box = await session.send('DOM.getBoxModel', { nodeId: part.nodeId }).catch(() => null);
  if (!box) return null;
  const [left = 0, top = 0] = box.model.border;
  const { width, height } = box.model;
  return { kind: kind as Drawn['kind'], text: textOf(part), attributes, left, top, width, height };
}

export async function drawnIn(page: Page): Promise<Drawn[]> {
  const session = await sessionOf(page);
  try {
    const { root } = (await session.send('DOM.getDocument', { depth: -1, pierce: true })) as {
      root: DomNode;
    };
    // Requested together: on a busy page each reply waits for its turn.
    const drawn = await Promise.all(partsOf(root).map((part) => drawnPart(session, part)));
    return drawn.filter((one) => one !== null);
  } finally {
    await session.detach();
  }
}

/** Returns the markers of pins by number, and the point they mark: their lower left corner. */
export async function marksIn(page: Page): Promise<Record<string, { x: number; y: number }>> {
  const marks = (await drawnIn(page)).filter(({ kind }) => kind === 'mark');
  return Object.fromEntries(
    marks.map(({ text, left, top }) => [text, { x: Math.round(left + 4), y: Math.round(top + 24) }]),
  );
}
