import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

interface LinkAnnotation {
  subtype?: string;
  rect?: [number, number, number, number];
  /** Checked by pdf.js: only `http`, `https`, `ftp`, `mailto` and `tel`. */
  url?: string;
  dest?: string | unknown[] | null;
}

/** Returns the number of the page that a link inside the document leads to. */
async function pageOf(pdf: PDFDocumentProxy, dest: LinkAnnotation['dest']): Promise<number | null> {
  const explicit = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
  const target: unknown = explicit?.[0];
  if (typeof target === 'number') return target + 1;
  if (typeof target !== 'object' || target === null) return null;
  return (await pdf.getPageIndex(target as Parameters<PDFDocumentProxy['getPageIndex']>[0])) + 1;
}

async function hrefOf(pdf: PDFDocumentProxy, { url, dest }: LinkAnnotation): Promise<string | null> {
  if (url !== undefined) return url;
  const page = await pageOf(pdf, dest).catch(() => null);
  return page === null ? null : `#page-${page}`;
}

function place(link: HTMLElement, page: PDFPageProxy, rect: [number, number, number, number]): void {
  const viewport = page.getViewport({ scale: 1 });
  const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(rect[0], rect[1]) as number[];
  const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(rect[2], rect[3]) as number[];
  const percent = (length: number, whole: number) => `${(100 * length) / whole}%`;
  link.style.left = percent(Math.min(x1, x2), viewport.width);
  link.style.top = percent(Math.min(y1, y2), viewport.height);
  link.style.width = percent(Math.abs(x2 - x1), viewport.width);
  link.style.height = percent(Math.abs(y2 - y1), viewport.height);
}

/** Lays the links of a page over it. */
export async function addLinks(pdf: PDFDocumentProxy, page: PDFPageProxy, sheet: HTMLElement): Promise<void> {
  for (const annotation of (await page.getAnnotations()) as LinkAnnotation[]) {
    if (annotation.subtype !== 'Link' || !annotation.rect) continue;
    const href = await hrefOf(pdf, annotation);
    if (href === null) continue;
    const link = document.createElement('a');
    link.className = 'link';
    link.href = href;
    link.setAttribute('aria-label', href.startsWith('#') ? `Go to ${href.slice(1).replace('-', ' ')}` : href);
    place(link, page, annotation.rect);
    sheet.append(link);
  }
}
