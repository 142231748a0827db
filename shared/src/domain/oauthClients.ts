import * as z from 'zod/mini';
import { type Scope, SCOPES } from '../contracts/endpoint.ts';

/** Programs that a user signs in through the browser. */
export const OAuthClient = z.enum(['companion', 'editor', 'cli', 'capture']);
export type OAuthClient = z.infer<typeof OAuthClient>;

/** Editors by the scheme of their URLs. */
export const EDITORS: Readonly<Record<string, string>> = {
  vscode: 'Visual Studio Code',
  'vscode-insiders': 'Visual Studio Code Insiders',
  cursor: 'Cursor',
  windsurf: 'Windsurf',
  'code-oss': 'Code - OSS',
};

const ADDRESS_MAX = 2000;
/** Characters of RFC 3986: no space, control character, backslash, quote or non-ASCII character. */
const CHARACTER = "(?:[\\w.~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})";
/** Path and query of a URL. */
export const REST = `(/${CHARACTER}*)(?:\\?((?:${CHARACTER}|\\?)*))?$`;
/** The port is required: the client has just opened it, and no other program listens on it. */
const LOOPBACK = new RegExp(`^http://(?:127\\.0\\.0\\.1|localhost):([1-9][0-9]{0,4})${REST}`);
const COMPANION = new RegExp(`^stagelink://signed-in(?:\\?((?:${CHARACTER}|\\?)*))?$`);
const EDITOR = new RegExp(`^([a-z-]+)://stagelink\\.stagelink${REST}`);
/**
 * Page of the server itself where the browser extension reads the code: an extension's own page would have to be open
 * to every website, which could then recognize who has it.
 */
export const CAPTURE_REDIRECT = '/authorize/finished';
/** Query parameters that carry the result. */
const OURS = /(?:^|&)(?:code|state|error|iss)(?:=|&|$)/;

/** Whether a query has none of the parameters that carry the result. */
export const leavesRoom = (query: string | undefined) => query === undefined || !OURS.test(query);

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
 * Whether a browser may be redirected to this URL with a sign-in code: only to this computer or to the
 * client itself, or within the server for the browser extension. Matches the text without parsing it, so no two URL parsers can disagree.
 */
export function isAllowedRedirect(program: OAuthClient, address: string): boolean {
  if (address.length > ADDRESS_MAX) return false;
  if (program === 'capture') return address === CAPTURE_REDIRECT;
  if (isLoopback(address)) return true;
  if (program === 'companion') return isCompanion(address);
  return program === 'editor' && isEditor(address);
}

/** What the access token of a client may be used for. */
export const scopesOf = (program: OAuthClient): Scope[] =>
  program === 'capture' ? ['snapshots:read', 'snapshots:write'] : [...SCOPES];

/** Returns the client's URL with the result in its query. */
export function toRedirectUri(redirectUri: string, answer: Readonly<Record<string, string>>): string {
  const parameters = Object.entries(answer).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters.join('&')}`;
}

/** Returns the client's name for people. */
export function clientName(program: OAuthClient, redirectUri: string): string {
  if (program === 'companion') return 'Stagelink for the desktop';
  if (program === 'cli') return 'the Stagelink command';
  if (program === 'capture') return 'Stagelink Capture';
  return EDITORS[/^([a-z-]+):\/\//.exec(redirectUri)?.[1] ?? ''] ?? 'Visual Studio Code';
}
