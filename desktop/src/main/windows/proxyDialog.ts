import { createHash, randomUUID } from 'node:crypto';
import { BrowserWindow, session } from 'electron';
import { Credentials } from '../network/proxyCredentials.ts';
import { setRules } from '../security.ts';
import { isOwnPage } from './addresses.ts';
import { ORIGIN, SCHEME } from './origin.ts';

const STYLE = `
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
  body { margin: 0; padding: 24px; background: light-dark(#fff, #1c1b1a); color: light-dark(#1c1b1a, #f4f2ef) }
  h1 { margin: 0 0 4px; font-size: 16px }
  p { margin: 0 0 16px; color: light-dark(#5d5a55, #b5b1ab); overflow-wrap: anywhere }
  p[role=alert] { color: light-dark(#b3261e, #ff9b90) }
  label { display: block; margin-bottom: 12px; font-weight: 500 }
  input { box-sizing: border-box; width: 100%; margin-top: 4px; padding: 7px 10px; font: inherit; border: 1px solid light-dark(#8a857e, #8a857e); border-radius: 6px; background: light-dark(#fff, #262524); color: inherit }
  footer { display: flex; flex-direction: row-reverse; justify-content: flex-start; gap: 8px; margin-top: 20px }
  button { padding: 7px 16px; font: inherit; font-weight: 500; border: 1px solid light-dark(#8a857e, #8a857e); border-radius: 6px; background: transparent; color: inherit }
  button.main { border-color: transparent; background: light-dark(#1c1b1a, #f4f2ef); color: light-dark(#fff, #1c1b1a) }
  :focus-visible { outline: 2px solid light-dark(#c2410c, #fb923c); outline-offset: 2px }
`;

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
};

const page = (
  proxy: string,
  isRefused: boolean,
): string => `<!doctype html><html lang="en"><meta charset="utf-8">
<title>Sign in to the proxy</title><style>${STYLE}</style>
<main><h1>Sign in to the proxy</h1>
<p>Your network’s proxy ${escaped(proxy)} requires a user name and a password. Your Stagelink password is a different one.</p>
${isRefused ? '<p role="alert">The proxy refused this user name or password. Check them and try again.</p>' : ''}
<form method="post"><label>User name <input name="username" required autofocus autocomplete="off" spellcheck="false"></label>
<label>Password <input name="password" type="password" autocomplete="off"></label>
<footer><button class="main">Sign In</button><button formnovalidate name="cancel">Cancel</button></footer></form></main></html>`;

/** Returns null for the button that cancels. */
const readForm = (form: FormData): Credentials | null =>
  form.has('cancel') ? null : Credentials.parse(Object.fromEntries(form));

/**
 * Asks for the credentials of a proxy in a window of its own, whose page runs no script: its form is sent to this
 * process. Resolves to null when the user cancels.
 */
export async function askForProxyCredentials(proxy: string, isRefused: boolean): Promise<Credentials | null> {
  const partition = `proxy-${randomUUID()}`;
  const own = session.fromPartition(partition);
  setRules(own, { mayNavigate: (address) => isOwnPage(address, ORIGIN), opensOutside: false });
  const entered = Promise.withResolvers<Credentials | null>();
  own.protocol.handle(SCHEME, async (request) => {
    if (request.method !== 'POST') return new Response(page(proxy, isRefused), { headers: HEADERS });
    entered.resolve(readForm(await request.formData()));
    return new Response(null, { status: 204 });
  });
  const window = new BrowserWindow({
    width: 420,
    height: isRefused ? 440 : 380,
    useContentSize: true,
    resizable: false,
    minimizable: false,
    maximizable: false,
    autoHideMenuBar: true,
    webPreferences: {
      partition,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    },
  });
  window.once('closed', () => entered.resolve(null));
  window.webContents.on('before-input-event', (_event, { key }) => {
    if (key === 'Escape') entered.resolve(null);
  });
  try {
    await window.loadURL(ORIGIN + '/proxy');
    return await entered.promise;
  } finally {
    if (!window.isDestroyed()) window.destroy();
  }
}
