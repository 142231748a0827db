import { app, type Session, type WebContents } from 'electron';
import { SCHEME } from './windows/origin.ts';
import { openOutside } from './windows/openExternal.ts';

/** Rules for a window's contents; without them a page may not navigate. */
export interface Rules {
  /** Where its pages may navigate. */
  mayNavigate: (address: string) => boolean;
  /** Where frames in its pages may navigate, if different. */
  mayEmbed?: (address: string) => boolean;
  /** Whether other links open in the user's browser. */
  opensOutside: boolean;
}

const rules = new WeakMap<Session, Rules>();
const NOWHERE: Rules = { mayNavigate: () => false, opensOutside: false };

/** Sets the rules of a session, before its first page opens. */
export function setRules(session: Session, given: Rules): void {
  rules.set(session, given);
}

/** The window copies links; every other permission is denied. */
const isGranted = (permission: string, requester: string): boolean =>
  permission === 'clipboard-sanitized-write' && requester.startsWith(`${SCHEME}://`);

function hardenSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, decide, { requestingUrl }) =>
    decide(isGranted(permission, requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, requester) => isGranted(permission, requester));
  session.setDevicePermissionHandler(() => false);
}

function hardenContents(contents: WebContents): void {
  const rulesOf = (): Rules => rules.get(contents.session) ?? NOWHERE;
  const guard = (event: { preventDefault: () => void; url: string }): void => {
    if (rulesOf().mayNavigate(event.url)) return;
    event.preventDefault();
    if (rulesOf().opensOutside) void openOutside(event.url);
  };
  contents.on('will-navigate', guard);
  const holdFrame = (event: { preventDefault: () => void; url: string; isMainFrame: boolean }): void => {
    const { mayNavigate, mayEmbed = mayNavigate } = rulesOf();
    const may = event.isMainFrame ? mayNavigate : mayEmbed;
    if (!may(event.url)) event.preventDefault();
  };
  contents.on('will-redirect', holdFrame);
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) holdFrame(event);
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (rulesOf().opensOutside) void openOutside(url);
    return { action: 'deny' };
  });
}

/** Applies the rules to every session and page; called before the app is ready. */
export function secureEverything(): void {
  // Each window requests the sandbox as well; root cannot use Chromium's and passes a switch.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  app.on('session-created', hardenSession);
  app.on('web-contents-created', (_event, contents) => hardenContents(contents));
}
