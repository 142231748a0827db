import type * as native from '../native.ts';
import { found, type Found, px } from './found.ts';
import type { SeenElement } from './page.ts';

const FOCUSABLE =
  'a[href],button:enabled,input:enabled:not([type=hidden]),select:enabled,textarea:enabled,summary,[tabindex]';
const RULES_MAX = 5000;
const FOCUS = /:focus(-visible|-within)?(?![\w-])/g;
/** Applies to the mouse only. */
const MOUSE_FOCUS = ':focus:not(:focus-visible)';
const VISIBLE = [
  'box-shadow',
  'border',
  'background',
  'color',
  'text-decoration',
  'transform',
  'filter',
  'outline',
];

interface FocusRules {
  /** Selectors without `:focus` whose elements lose their outline. */
  removing: string[];
  /** Selectors without `:focus` whose elements look different with it. */
  showing: string[];
}

const removesOutline = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
  outlineStyle === 'none' || outlineWidth === '0px';

const changesLook = (style: CSSStyleDeclaration) =>
  [...style].some((name) =>
    VISIBLE.some((one) => name.startsWith(one) && !(one === 'outline' && removesOutline(style))),
  );

function readRule(rule: CSSRule, rules: FocusRules): void {
  const { selectorText, style } = rule as Partial<CSSStyleRule>;
  if (selectorText === undefined || !style) return;
  for (const selector of selectorText.split(/,(?![^(]*\))/)) {
    if (selector.includes(MOUSE_FOCUS)) continue;
    const base = selector.replaceAll(FOCUS, '').trim();
    const plain = base === '' ? '*' : base.replaceAll(/(^|[\s>+~])(?=$|[\s>+~])/g, '$1*');
    if (removesOutline(style)) rules.removing.push(plain);
    if (base !== selector.trim() && changesLook(style)) rules.showing.push(plain);
  }
}

/** Returns null if a style sheet cannot be read: its rules may show the focus. */
function readRules(): FocusRules | null {
  const rules: FocusRules = { removing: [], showing: [] };
  let count = 0;
  const visit = (list: CSSRuleList) => {
    for (const rule of list) {
      if ((count += 1) > RULES_MAX) return;
      readRule(rule, rules);
      if ('cssRules' in rule) visit(rule.cssRules as CSSRuleList);
    }
  };
  try {
    for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) visit(sheet.cssRules);
  } catch {
    return null;
  }
  return count > RULES_MAX ? null : rules;
}

function matches(own: typeof native, element: Element, selectors: string[]): boolean {
  return selectors.some((selector) => {
    try {
      return own.isMatching(element, selector);
    } catch {
      return false;
    }
  });
}

/** Finds elements that lose their outline and get nothing else. Reads the styles: focusing would change the page. */
function measureVisibility(own: typeof native, focusable: SeenElement[]): Found[] {
  const rules = readRules();
  if (!rules) return [];
  return focusable.flatMap(({ element }) => {
    const { outlineStyle } = (element as HTMLElement).style;
    const isRemoved = outlineStyle === 'none' || matches(own, element, rules.removing);
    if (!isRemoved || matches(own, element, rules.showing)) return [];
    return [found('focus-invisible', element, 'Its outline is removed, and nothing replaces it')];
  });
}

function measureOrder(own: typeof native, focusable: SeenElement[]): Found[] {
  const screen = own.heightOf(window);
  return focusable.flatMap(({ element, box, style }, at) => {
    const index = Number(own.attributeOf(element, 'tabindex') ?? 0);
    if (index > 0) return [found('tab-order', element, `tabindex="${index}"`)];
    const before = focusable[at - 1];
    const isLoose = [style, before?.style].some((one) => one && /fixed|sticky/.test(one.position));
    const back = before && !isLoose ? before.box.top - box.top : 0;
    return back > screen ? [found('tab-jump', element, `Tab jumps back by ${px(back)} px`)] : [];
  });
}

export function measureFocus(own: typeof native, seen: SeenElement[]): Found[] {
  const focusable = seen.filter(
    ({ element }) => own.isMatching(element, FOCUSABLE) && own.attributeOf(element, 'tabindex') !== '-1',
  );
  return [...measureOrder(own, focusable), ...measureVisibility(own, focusable)];
}
