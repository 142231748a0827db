import * as z from 'zod/mini';

/** Programs that a person signs in through the browser. */
export const Program = z.enum(['companion', 'editor', 'cli']);
export type Program = z.infer<typeof Program>;

/** Editors by the scheme of their addresses. */
const EDITORS: Readonly<Record<string, string>> = {
  vscode: 'Visual Studio Code',
  'vscode-insiders': 'Visual Studio Code Insiders',
  cursor: 'Cursor',
  windsurf: 'Windsurf',
  'code-oss': 'Code - OSS',
};

const ADDRESS_MAX = 2000;
/** Of RFC 3986: no space, control character, backslash, quote or anything that is not ASCII. */
const CHARACTER = "(?:[\\w.~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})";
const REST = `(/${CHARACTER}*)(?:\\?((?:${CHARACTER}|\\?)*))?$`;
/** A port must be named: the program has just opened it, and whatever else runs here has not. */
const LOOPBACK = new RegExp(`^http://(?:127\\.0\\.0\\.1|localhost):([1-9][0-9]{0,4})${REST}`);
const COMPANION = new RegExp(`^stagelink://signed-in(?:\\?((?:${CHARACTER}|\\?)*))?$`);
const EDITOR = new RegExp(`^([a-z-]+)://stagelink\\.stagelink${REST}`);
/** What the answer is told by. */
const OURS = /(?:^|&)(?:code|state|error)(?:=|&|$)/;

const leavesRoom = (query: string | undefined) => query === undefined || !OURS.test(query);

function isLoopback(address: string): boolean {
  const [whole, port, , query] = LOOPBACK.exec(address) ?? [];
  return whole !== undefined && Number(port) <= 65_535 && leavesRoom(query);
}

function isCompanion(address: string): boolean {
  const [whole, query] = COMPANION.exec(address) ?? [];
  return whole !== undefined && leavesRoom(query);
}

function isEditor(address: string): boolean {
  const [, scheme, , query] = EDITOR.exec(address) ?? [];
  return scheme !== undefined && Object.hasOwn(EDITORS, scheme) && leavesRoom(query);
}

/**
 * Whether a browser may be led to this address with what signs a program in: only to this machine, or to the program
 * itself. It is matched letter by letter and never taken apart, so that no two readers of addresses can disagree on it.
 */
export function mayReturnTo(program: Program, address: string): boolean {
  if (address.length > ADDRESS_MAX) return false;
  if (isLoopback(address)) return true;
  if (program === 'companion') return isCompanion(address);
  return program === 'editor' && isEditor(address);
}

/** Where the browser is led: the program's address with the answer in its query. */
export function returnAddress(
  redirectUri: string,
  answer: { code: string; state: string } | { error: 'access_denied'; state: string },
): string {
  const said = Object.entries(answer).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${said.join('&')}`;
}

/** How a person calls the program. */
export function programName(program: Program, redirectUri: string): string {
  if (program === 'companion') return 'Stagelink for the desktop';
  if (program === 'cli') return 'the Stagelink command';
  return EDITORS[/^([a-z-]+):\/\//.exec(redirectUri)?.[1] ?? ''] ?? 'Visual Studio Code';
}
