/** A part of code; `kind` names its color, null has none. */
interface Part {
  kind: string | null;
  text: string;
}

/** What is colored in each language that the documentation uses; the names of the groups are those of the colors. */
const LANGUAGES: Record<string, RegExp> = {
  sh: /(?<comment>(?<=^|\s)#.*)|(?<string>"[^"]*"|'[^']*')|(?<command>^[\w./-]+)|(?<option>(?<=\s)--?[a-z][\w-]*)/gim,
  js: /(?<comment>\/\/.*)|(?<string>'[^']*')|(?<command>\b(?:async|await|const|export|from|function|import|new|return)\b)/g,
  json: /(?<option>"[^"]*"(?=\s*:))|(?<string>"[^"]*")|(?<comment>[{}[\],:])/g,
};

/** Divides code into parts with their colors. An unknown language fails the build. */
export function highlight(code: string, language: string): Part[] {
  const pattern = LANGUAGES[language];
  if (!pattern) throw new Error(`The documentation has code in an unknown language: ${language}`);
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: text, index, groups } of code.matchAll(pattern)) {
    if (index > end) parts.push({ kind: null, text: code.slice(end, index) });
    const [kind = null] = Object.keys(groups ?? {}).filter((name) => groups?.[name] !== undefined);
    parts.push({ kind, text });
    end = index + text.length;
  }
  if (end < code.length) parts.push({ kind: null, text: code.slice(end) });
  return parts;
}
