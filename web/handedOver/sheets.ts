import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { addLinks } from './links.ts';

/** CSS pixels of a point, as print defines them. */
const PIXELS_PER_POINT = 96 / 72;
const MAX_PIXEL_RATIO = 2;
/** Pages that keep their drawing; of the others only the text remains. */
const DRAWN_MAX = 12;

/** The pages of a PDF below each other, drawn when they come near. */
export class Sheets {
  readonly #pdf: PDFDocumentProxy;
  readonly #main: HTMLElement;
  readonly #name: string;
  readonly #drawn = new Map<HTMLElement, HTMLCanvasElement>();
  readonly #withText = new WeakSet<HTMLElement>();

  constructor(pdf: PDFDocumentProxy, main: HTMLElement, name: string) {
    this.#pdf = pdf;
    this.#main = main;
    this.#name = name;
  }

  async show(): Promise<void> {
    const first = await this.#pdf.getPage(1);
    const sheets = Array.from({ length: this.#pdf.numPages }, (_page, at) => this.#makeSheet(first, at + 1));
    this.#main.replaceChildren(...sheets);
    const near = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting)
            void this.#draw(target as HTMLElement, sheets.indexOf(target as HTMLElement) + 1);
        }
      },
      { rootMargin: '100% 0px' },
    );
    for (const sheet of sheets) near.observe(sheet);
    new ResizeObserver(() => this.#scaleText()).observe(this.#main);
  }

  /** All pages have the size of the first until they are read. */
  #makeSheet(first: PDFPageProxy, number: number): HTMLElement {
    const sheet = document.createElement('section');
    sheet.className = 'sheet';
    sheet.id = `page-${number}`;
    sheet.setAttribute('aria-label', `${this.#name}, page ${number} of ${this.#pdf.numPages}`);
    setSize(sheet, first);
    return sheet;
  }

  async #draw(sheet: HTMLElement, number: number): Promise<void> {
    if (this.#drawn.has(sheet)) return;
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    this.#drawn.set(sheet, canvas);
    this.#forgetOldest();
    const page = await this.#pdf.getPage(number);
    setSize(sheet, page);
    const scale = scaleOf(sheet, page) * Math.min(devicePixelRatio, MAX_PIXEL_RATIO);
    const viewport = page.getViewport({ scale });
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    await page.render({ canvas, viewport }).promise;
    if (this.#drawn.get(sheet) === canvas) sheet.prepend(canvas);
    if (!this.#withText.has(sheet)) await this.#addText(sheet, page);
  }

  async #addText(sheet: HTMLElement, page: PDFPageProxy): Promise<void> {
    this.#withText.add(sheet);
    const container = document.createElement('div');
    container.className = 'textLayer';
    sheet.append(container);
    this.#scaleText();
    const viewport = page.getViewport({ scale: 1 });
    await new TextLayer({ textContentSource: page.streamTextContent(), container, viewport }).render();
    await addLinks(this.#pdf, page, sheet);
  }

  /** The text has the scale of the sheet, which follows the width of the window. */
  #scaleText(): void {
    for (const sheet of this.#main.querySelectorAll<HTMLElement>('.sheet')) {
      const points = Number(sheet.dataset['points']);
      sheet.style.setProperty('--total-scale-factor', String(sheet.clientWidth / points));
    }
  }

  #forgetOldest(): void {
    for (const [sheet, canvas] of this.#drawn) {
      if (this.#drawn.size <= DRAWN_MAX) return;
      canvas.remove();
      this.#drawn.delete(sheet);
    }
  }
}

function setSize(sheet: HTMLElement, page: PDFPageProxy): void {
  const { width, height } = page.getViewport({ scale: 1 });
  sheet.dataset['points'] = String(width);
  sheet.style.setProperty('--width', `${width * PIXELS_PER_POINT}px`);
  sheet.style.setProperty('--ratio', `${width} / ${height}`);
}

const scaleOf = (sheet: HTMLElement, page: PDFPageProxy): number =>
  sheet.clientWidth / page.getViewport({ scale: 1 }).width;
