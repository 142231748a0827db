import { app, type Session, type WebContents } from 'electron';
import { SCHEME } from './origin.ts';
import { openOutside } from './outside.ts';

/** What a window's contents may do; without rules of its own, a page may go nowhere. */
export interface Rules {
  /** Where its pages may lead. */
  mayNavigate: (address: string) => boolean;
  /** Where frames in its pages may lead, where that is elsewhere. */
  mayEmbed?: (address: string) => boolean;
  /** Whether a link elsewhere opens in the person's browser. */
  opensOutside: boolean;
}

const rules = new WeakMap<Session, Rules>();
const NOWHERE: Rules = { mayNavigate: () => false, opensOutside: false };

/** Lays down what pages in this session may do. Before the first is opened. */
export function setRules(session: Session, given: Rules): void {
  rules.set(session, given);
}

/** The window copies links; nothing else is ever granted, to anybody. */
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

/** Before the app is ready: every session and every page that will ever be is held to the rules. */
export function secureEverything(): void {
  // Each window asks for its sandbox too; root, who may run none of Chromium's, says so on the command line.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  app.on('session-created', hardenSession);
  app.on('web-contents-created', (_event, contents) => hardenContents(contents));
}
