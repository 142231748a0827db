/** Reads the rules of a page that decide where its elements are. Colors, pictures, fonts and states are left out. */

const LAYOUT =
  /^(display|position|top|right|bottom|left|inset.*|float|clear|((min|max)-)?(width|height|inline-size|block-size)|(margin|padding)(-.*)?|border(-(top|right|bottom|left))?(-width|-style)?|box-sizing|flex(-.*)?|grid(-.*)?|(row-|column-)?gap|(align|justify|place)-.*|order|overflow(-.*)?|visibility|opacity|transform|translate|white-space|text-align|text-transform|vertical-align|line-height|font|font-size|font-weight|letter-spacing|word-break|word-wrap|table-layout|border-collapse|border-spacing|list-style(-type)?|columns|column-count|z-index|aspect-ratio|content)$/;
const STATE = /:(hover|focus|active|visited)/;
/** Floats are cleared with these, and icons are drawn with them. */
const GENERATED = /::?(before|after)$/;

interface Declaration {
  name: string;
  value: string;
}

interface Rule {
  selector: string;
  declarations: Declaration[];
}

/** Splits at a character that is in no brackets and no quotes. */
function splitAt(text: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  let quote = '';
  for (const character of text) {
    if (quote) quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    if (character === separator && depth === 0 && !quote) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function declarationsOf(rule: CSSStyleRule): Declaration[] {
  return splitAt(rule.style.cssText, ';').flatMap((declaration) => {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, colon).trim();
    const value = declaration.slice(colon + 1).trim();
    const isKept = (name.startsWith('--') || LAYOUT.test(name)) && !/url\(/i.test(value);
    return isKept ? [{ name, value }] : [];
  });
}

function isUsed(selector: string): boolean {
  if (STATE.test(selector)) return false;
  try {
    return document.querySelector(selector.replace(GENERATED, '') || '*') !== null;
  } catch {
    return false;
  }
}

function styleRule(rule: CSSStyleRule): Rule[] {
  const selector = splitAt(rule.selectorText, ',').filter(isUsed).join(',');
  if (!selector) return [];
  const declarations = declarationsOf(rule);
  return declarations.length === 0 ? [] : [{ selector, declarations }];
}

function sheetRules(sheet: CSSStyleSheet | null): Rule[] {
  if (!sheet || sheet.disabled || (sheet.media.mediaText && !matchMedia(sheet.media.mediaText).matches))
    return [];
  try {
    return rulesOf(sheet.cssRules);
  } catch {
    return []; // of another origin
  }
}

function rulesOf(list: CSSRuleList): Rule[] {
  return [...list].flatMap((rule) => {
    if (rule instanceof CSSStyleRule) return styleRule(rule);
    if (rule instanceof CSSImportRule) return sheetRules(rule.styleSheet);
    if (rule instanceof CSSMediaRule)
      return matchMedia(rule.conditionText).matches ? rulesOf(rule.cssRules) : [];
    if (rule instanceof CSSSupportsRule)
      return CSS.supports(rule.conditionText) ? rulesOf(rule.cssRules) : [];
    return rule instanceof CSSLayerBlockRule ? rulesOf(rule.cssRules) : [];
  });
}

const namesUsedIn = (value: string): string[] =>
  [...value.matchAll(/var\(\s*(--[\w-]+)/g)].flatMap(([, name]) => name ?? []);

/** Leaves out custom properties that no kept declaration uses, directly or through another one. */
function withoutUnusedProperties(rules: Rule[]): Rule[] {
  const all = rules.flatMap(({ declarations }) => declarations);
  const used = new Set(
    all.filter(({ name }) => !name.startsWith('--')).flatMap(({ value }) => namesUsedIn(value)),
  );
  for (let size = -1; size !== used.size;) {
    size = used.size;
    const values = all.filter(({ name }) => used.has(name));
    for (const name of values.flatMap(({ value }) => namesUsedIn(value))) used.add(name);
  }
  return rules
    .map(({ selector, declarations }) => ({
      selector,
      declarations: declarations.filter(({ name }) => !name.startsWith('--') || used.has(name)),
    }))
    .filter(({ declarations }) => declarations.length > 0);
}

/** Returns the page's layout as a style sheet, one rule a line. */
export function layoutOf(page: Document): string {
  return withoutUnusedProperties([...page.styleSheets].flatMap(sheetRules))
    .map(
      ({ selector, declarations }) =>
        `${selector}{${declarations.map(({ name, value }) => `${name}:${value}`).join(';')}}`,
    )
    .join('\n');
}
