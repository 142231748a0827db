import { ownFile } from './own.ts';

const FONTS_MAX = 12;

const familyOf = (style: CSSStyleDeclaration) =>
  style.getPropertyValue('font-family').replace(/["']/g, '').trim().toLowerCase();

function* facesIn(rules: CSSRuleList, base: string): Generator<{ rule: CSSFontFaceRule; base: string }> {
  for (const rule of rules) {
    if (rule instanceof CSSFontFaceRule) yield { rule, base };
    else if (rule instanceof CSSImportRule && rule.styleSheet)
      yield* facesIn(rule.styleSheet.cssRules, rule.styleSheet.href ?? base);
    else if (rule instanceof CSSGroupingRule) yield* facesIn(rule.cssRules, base);
  }
}

function* faces(): Generator<{ rule: CSSFontFaceRule; base: string }> {
  for (const sheet of document.styleSheets) {
    try {
      yield* facesIn(sheet.cssRules, sheet.href ?? document.baseURI);
    } catch {
      // Style sheet of another origin.
    }
  }
}

/** Returns @font-face rules of the fonts in use, with their files inlined. */
export async function fontsFor(families: ReadonlySet<string>): Promise<string> {
  const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
  const isInUse = (rule: CSSFontFaceRule) => {
    const family = familyOf(rule.style);
    const weight = rule.style.getPropertyValue('font-weight') || 'normal';
    return (
      families.has(family) &&
      loaded.some((one) => one.family.replace(/["']/g, '').toLowerCase() === family && one.weight === weight)
    );
  };
  const wanted = [...faces()].filter(({ rule }) => isInUse(rule)).slice(0, FONTS_MAX);
  const rules = wanted.map(async ({ rule, base }) => {
    const url = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue('src'))?.[1];
    const data = url && (await ownFile(new URL(url, base).href));
    return data ? rule.cssText.replace(/src:[^;]+;/, `src: url("${data}");`) : '';
  });
  return (await Promise.all(rules)).join('\n');
}
