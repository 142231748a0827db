import { SnapshotId } from '@stagelink/shared/contracts/snapshots';

/** What a deep link may do: show something, or complete a sign-in that the companion started. Never stage. */
export type DeepLink =
  | { kind: 'snapshot'; snapshotId: string }
  | { kind: 'folders' }
  | { kind: 'signedIn'; query: URLSearchParams };

const LINK = 'stagelink:';
const LINK_MAX = 4096;

/** Parses an untrusted `stagelink://` URL; returns null for an unknown one. */
export function parseDeepLink(text: string): DeepLink | null {
  if (text.length > LINK_MAX || !URL.canParse(text)) return null;
  const { protocol, host, pathname, search, hash, username, password, port } = new URL(text);
  if (protocol !== LINK || hash !== '' || username !== '' || password !== '' || port !== '') return null;
  const isBare = pathname === '' || pathname === '/';
  if (host === 'signed-in' && isBare) return { kind: 'signedIn', query: new URLSearchParams(search) };
  if (search !== '') return null;
  if (host === 'folders' && isBare) return { kind: 'folders' };
  const id = SnapshotId.safeParse(pathname.slice(1));
  return host === 'open' && id.success ? { kind: 'snapshot', snapshotId: id.data } : null;
}

/** Returns the deep link among a program's arguments, or null. */
export function deepLinkIn(argv: readonly string[]): DeepLink | null {
  const text = argv.find((argument) => argument.startsWith(`${LINK}//`));
  return text === undefined ? null : parseDeepLink(text);
}
