/** Texts of an answer that are shown while it arrives, in this order. */
const SHOWN = /"(?:summary|reply)"\s*:\s*"/g;
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\n', b: '', f: '' };

/** Reads a JSON string from its first character up to its end or to the end of what has arrived. */
function readString(json: string, from: number): { text: string; end: number } {
  let text = '';
  for (let at = from; at < json.length; at += 1) {
    const character = json[at] as string;
    if (character === '"') return { text, end: at + 1 };
    if (character !== '\\') {
      text += character;
      continue;
    }
    const escaped = json[at + 1];
    if (escaped === undefined) break;
    if (escaped !== 'u') {
      text += ESCAPES[escaped] ?? escaped;
      at += 1;
      continue;
    }
    const code = json.slice(at + 2, at + 6);
    if (code.length < 4) break;
    text += String.fromCharCode(Number.parseInt(code, 16) || 0xfffd);
    at += 5;
  }
  return { text, end: json.length };
}

/** Returns the text that an unfinished answer has so far. */
export function shownText(json: string): string {
  const texts: string[] = [];
  SHOWN.lastIndex = 0;
  for (let found = SHOWN.exec(json); found; found = SHOWN.exec(json)) {
    const { text, end } = readString(json, SHOWN.lastIndex);
    if (text.trim() !== '') texts.push(text);
    SHOWN.lastIndex = end;
  }
  return texts.join('\n\n');
}

/** Returns the first complete JSON object in a text, or undefined. */
export function firstJson(text: string): unknown {
  const start = text.indexOf('{');
  if (start === -1) return undefined;
  let depth = 0;
  let isString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (isString) {
      if (character === '\\') at += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === '{') depth += 1;
    else if (character === '}' && (depth -= 1) === 0) return parsed(text.slice(start, at + 1));
  }
  return undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
