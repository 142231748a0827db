import { chainOf, type ReopenContext } from './context.ts';

/** Set on elements that count as pointed at. */
const MARK = 'data-stagelink-pointed';
const POINTED = /:(?:hover|focus-within|focus-visible|focus)(?![\w-])/g;
const RULES_MAX = 20_000;

type Rule = Partial<CSSStyleRule & CSSMediaRule>;

/** Returns the selector of a nested rule. */
function nested(selector: string, around: string): string {
  if (around === '') return selector;
  const whole = `:is(${around})`;
  return selector.includes('&') ? selector.replaceAll('&', whole) : `${whole} ${selector}`;
}

/** Whether the query of a rule is fulfilled; that of a device that points counts as fulfilled. */
const applies = ({ media }: Rule) =>
  !media || /hover|pointer/.test(media.mediaText) || matchMedia(media.mediaText).matches;

function rulesOf(sheet: CSSStyleSheet): Iterable<CSSRule> {
  try {
    return sheet.disabled ? [] : sheet.cssRules;
  } catch {
    // It is from another origin.
    return [];
  }
}

/** Returns the rules for elements that are pointed at, for elements with the mark. */
function pointedRules(sheets: Iterable<CSSStyleSheet>): string {
  const written: string[] = [];
  let read = 0;
  const visit = (rules: Iterable<CSSRule>, around: string) => {
    for (const rule of rules as Iterable<Rule>) {
      if (++read > RULES_MAX) return;
      const selector = rule.selectorText === undefined ? around : nested(rule.selectorText, around);
      if (!applies(rule)) continue;
      if (rule.style?.length && selector.match(POINTED))
        written.push(`${selector.replace(POINTED, `[${MARK}]`)}{${rule.style.cssText}}`);
      if (rule.cssRules) visit(rule.cssRules, selector);
    }
  };
  for (const sheet of sheets) visit(rulesOf(sheet), '');
  return written.join('\n');
}

/**
 * Makes an element look as if it were pointed at, which no event of a script does. Returns a function that ends it.
 */
export function pointAt(context: ReopenContext, element: Element): () => void {
  const { own } = context;
  const marked = chainOf(context, element).filter((at) => !at.hasAttribute(MARK));
  for (const at of marked) own.setAttribute(at, MARK, '');
  const removeStyles = own.withStyles(
    pointedRules([...document.styleSheets, ...document.adoptedStyleSheets]),
  );
  return () => {
    removeStyles();
    for (const at of marked) at.removeAttribute(MARK);
  };
}
