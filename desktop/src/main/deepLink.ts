import { SnapshotId } from '@stagelink/shared/contracts/snapshots';

/** What a link may ask of the companion: to show something, or to end a sign-in it began itself. Never to stage. */
export type DeepLink =
  | { kind: 'snapshot'; snapshotId: string }
  | { kind: 'folders' }
  | { kind: 'signedIn'; query: URLSearchParams };

const LINK = 'stagelink:';
const LINK_MAX = 4096;

/** Reads a `stagelink://` address that anybody may have written; null when it says nothing we know. */
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

/** The link among a program's arguments; null when there is none. */
export function deepLinkIn(argv: readonly string[]): DeepLink | null {
  const text = argv.find((argument) => argument.startsWith(`${LINK}//`));
  return text === undefined ? null : parseDeepLink(text);
}
