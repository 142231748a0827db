import { createContext, destroyContext, domToCanvas } from 'modern-screenshot';
import { fontsFor } from './fonts.ts';
import { ownFile } from './own.ts';
import { isAllowed } from './policy.ts';
import { elementsIn, isNeeded, type Region } from './region.ts';

const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
/** Elements that do not show in a still picture: media, pointer targets, duplicates. */
const UNSEEN =
  /^(animation|transition|scroll|caret|cursor|orphans|widows|offset-|will-change|touch-action|user-select|pointer-events|resize|view-transition|timeline|interactivity|interpolate|contain|page|speak|app-region|break-|anchor|position-|(border|margin|padding|inset|overflow|overscroll|min|max)-?(block|inline)|(block|inline)-size|-webkit-(user|tap|app|locale|rtl|print|line-break))/;
const SKIPPED = /^(script|style|noscript|template|video|audio|object|embed)$/;
const SLICE_MS = 8;
const MEDIA_MS = 2500;

/** Type and quality of an encoded picture. */
export type ImageFormat = readonly [type: string, quality: number];

const later = () => new Promise<void>((resolve) => void setTimeout(resolve, 0));

/** Returns the page's background color. */
function groundOf(): string {
  for (const element of [document.documentElement, document.body]) {
    const { backgroundColor } = getComputedStyle(element);
    if (!/^rgba\(.*, 0\)$/.test(backgroundColor)) return backgroundColor;
  }
  return getComputedStyle(document.documentElement).colorScheme === 'dark' ? '#121212' : '#ffffff';
}

function toBlob(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => {
    canvas.toBlob(resolve, type, quality);
  });
}

/** Encodes in the first of these formats that fits; null if none does. */
export async function encode(
  canvas: HTMLCanvasElement,
  formats: readonly ImageFormat[],
  mostBytes: number,
): Promise<ArrayBuffer | null> {
  for (const [type, quality] of formats) {
    const blob = await toBlob(canvas, type, quality);
    if (blob && blob.size > 0 && blob.size <= mostBytes) return blob.arrayBuffer();
  }
  return null;
}

interface Drawing {
  region: Region;
  scale: number;
  /** The agent's own element, which is left out. */
  host: Element;
  /** Copies state that markup does not hold. */
  copyState: (element: Element, copy: HTMLElement) => void;
}

/** Returns the fonts that elements ask for. */
function familiesOf(elements: Iterable<Node>): Set<string> {
  const families = new Set<string>();
  for (const one of elements)
    for (const family of getComputedStyle(one as Element).fontFamily.split(','))
      families.add(family.replace(/["']/g, '').trim().toLowerCase());
  return families;
}

/** Returns a function that lets the page work once a slice of time has passed. */
function createPause(): () => Promise<void> {
  let sliceEnd = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < sliceEnd) return;
    await later();
    sliceEnd = performance.now() + SLICE_MS;
  };
}

/** Draws a region of the page; returns null if the page forbids it. */
export async function drawRegion({
  region,
  scale,
  host,
  copyState,
}: Drawing): Promise<HTMLCanvasElement | null> {
  if (!isAllowed(document, 'img-src', 'data:')) return null;
  const root = document.documentElement;
  const inside = elementsIn(region, root);
  inside.delete(host);
  const pageBox = root.getBoundingClientRect();
  const open: Element[] = [];
  const pause = createPause();

  const context = await createContext(root, {
    width: region.width,
    height: region.height,
    scale,
    backgroundColor: groundOf(),
    style: {
      width: `${pageBox.width}px`,
      height: `${Math.max(pageBox.height, root.scrollHeight)}px`,
      overflow: 'visible',
      transformOrigin: '0 0',
      transform: `translate(${pageBox.left - region.x}px, ${pageBox.top - region.y}px)`,
    },
    includeStyleProperties: [...getComputedStyle(root)].filter((name) => !UNSEEN.test(name)),
    font: { cssText: await fontsFor(familiesOf(inside)) },
    fetchFn: async (url) => (await ownFile(url)) ?? NOTHING,
    // Do not wait for what the page still loads; copied resources have their own timeout.
    timeout: 1,
    filter(node) {
      if (node === host || !isNeeded(node, inside)) return false;
      if (!(node instanceof Element)) return true;
      if (SKIPPED.test(node.localName)) return false;
      open.push(node);
      return true;
    },
    async onCloneEachNode(copy) {
      const element = open.at(-1);
      if (element && copy instanceof HTMLElement && element.localName === copy.localName)
        copyState(element, copy);
      if (element?.localName === (copy as Element).localName) open.pop();
      await pause();
    },
  });
  context.timeout = MEDIA_MS;
  // The library would otherwise insert a frame into the page to read default styles.
  context.sandbox = { contentWindow: null, remove() {} } as unknown as HTMLIFrameElement;
  try {
    return await domToCanvas(context);
  } finally {
    destroyContext(context);
  }
}
