import type * as native from '../native.ts';
import { found, type Found, px } from './found.ts';
import type { SeenElement } from './page.ts';

const LARGE_PX = 600;

/** Whether the layout waits for the file to know its height. Unknown where the browser does not say. */
function isUnsized(own: typeof native, { element, style }: SeenElement): boolean {
  if (own.attributeOf(element, 'width') && own.attributeOf(element, 'height')) return false;
  if (style.aspectRatio !== 'auto' || /absolute|fixed/.test(style.position)) return false;
  return (element as Partial<Element>).computedStyleMap?.().get('height')?.toString() === 'auto';
}

export function measureImage(own: typeof native, one: SeenElement, isPhone: boolean): Found[] {
  const { element, box } = one;
  if (!(element instanceof HTMLImageElement) || !element.currentSrc || !element.complete) return [];
  const { naturalWidth, naturalHeight } = element;
  if (naturalWidth === 0) return [found('image-broken', element, element.currentSrc.slice(0, 200))];
  const isVector = /^data:image\/svg|\.svg([?#]|$)/.test(element.currentSrc);
  const shown = box.width * Math.max(1, window.devicePixelRatio);
  const isLarge = !isPhone && !isVector && naturalWidth >= LARGE_PX && naturalWidth > 2 * shown;
  return [
    ...(isUnsized(own, one)
      ? [found('image-unsized', element, 'Neither attributes nor styles set its height')]
      : []),
    ...(isLarge
      ? [
          found(
            'image-large',
            element,
            `${naturalWidth} × ${naturalHeight} px, shown at ${px(box.width)} × ${px(box.height)} px`,
          ),
        ]
      : []),
  ];
}

const FIELDS =
  'input:not([type=hidden],[type=submit],[type=button],[type=reset],[type=checkbox],[type=radio],[type=image]),textarea';
const PERSONAL = /e-?mail|phone|\btel\b|zip|postal|(first|last|given|family|full)[-_ ]?name|street|address/i;

function needsAutocomplete(own: typeof native, element: Element): boolean {
  const type = own.attributeOf(element, 'type') ?? 'text';
  if (/^(email|tel|password)$/.test(type)) return true;
  return type === 'text' && PERSONAL.test(own.attributeOf(element, 'name') ?? '');
}

export function measureField(own: typeof native, { element }: SeenElement): Found[] {
  if (!own.isMatching(element, FIELDS)) return [];
  const has = (name: string) => (own.attributeOf(element, name) ?? '').trim() !== '';
  const isLabelled =
    ((element as HTMLInputElement).labels?.length ?? 0) > 0 ||
    ['aria-label', 'aria-labelledby', 'title'].some(has);
  const placeholder = own.attributeOf(element, 'placeholder') ?? '';
  const isLost = !isLabelled && placeholder.trim() !== '';
  const isUnknown = element.localName === 'input' && !has('autocomplete') && needsAutocomplete(own, element);
  return [
    ...(isLost
      ? [found('label-placeholder', element, `“${placeholder.slice(0, 100)}” disappears while typing`)]
      : []),
    ...(isUnknown ? [found('field-autocomplete', element, 'It has no `autocomplete`')] : []),
  ];
}

const HEAVY_BYTES = 3 * 1024 * 1024;
const FONTS_MAX = 4;

/** Measures what the page has loaded so far. */
export function measureWeight(): Found[] {
  const loaded = performance
    .getEntriesByType('resource')
    .filter(({ name }) => !name.includes('/__stagelink/')) as PerformanceResourceTiming[];
  const bytes = loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  const fonts = new Set(
    loaded.map(({ name }) => name).filter((name) => /\.(woff2?|ttf|otf)([?#]|$)/.test(name)),
  );
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  return [
    ...(bytes > HEAVY_BYTES
      ? [found('page-heavy', null, `${megabytes} MB in ${loaded.length} files, better 3 MB`)]
      : []),
    ...(fonts.size > FONTS_MAX
      ? [found('fonts-many', null, `${fonts.size} font files, better ${FONTS_MAX}`)]
      : []),
  ];
}
