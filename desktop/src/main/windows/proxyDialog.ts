import { createHash } from 'node:crypto';
import { BrowserWindow, session } from 'electron';
import type { Credentials } from '../network/proxyCredentials.ts';

const STYLE = `
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
  body { margin: 0; padding: 24px; background: light-dark(#fff, #1c1b1a); color: light-dark(#1c1b1a, #f4f2ef) }
  h1 { margin: 0 0 4px; font-size: 16px }
  p { margin: 0 0 16px; color: light-dark(#5d5a55, #b5b1ab); overflow-wrap: anywhere }
  p[role=alert] { color: light-dark(#b3261e, #ff9b90) }
  label { display: block; margin-bottom: 12px; font-weight: 500 }
  input { box-sizing: border-box; width: 100%; margin-top: 4px; padding: 7px 10px; font: inherit; border: 1px solid light-dark(#8a857e, #8a857e); border-radius: 6px; background: light-dark(#fff, #262524); color: inherit }
  footer { display: flex; justify-content: flex-end; gap: 8px; margin-top: 20px }
  button { padding: 7px 16px; font: inherit; font-weight: 500; border: 1px solid light-dark(#8a857e, #8a857e); border-radius: 6px; background: transparent; color: inherit }
  button[type=submit] { border-color: transparent; background: light-dark(#1c1b1a, #f4f2ef); color: light-dark(#fff, #1c1b1a) }
  :focus-visible { outline: 2px solid light-dark(#c2410c, #fb923c); outline-offset: 2px }
`;

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** Its page has no bridge to this process, which reads `entered`: what was entered, or null. */
const SCRIPT = `
  var entered = new Promise((resolve) => {
    const form = document.forms[0];
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      resolve(Object.fromEntries(new FormData(form)));
    });
    form.querySelector('[type=button]').addEventListener('click', () => resolve(null));
    addEventListener('keydown', ({ key }) => key === 'Escape' && resolve(null));
  });
`;

const HASH = createHash('sha256').update(SCRIPT).digest('base64');

const page = (
  proxy: string,
  isRefused: boolean,
): string => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${HASH}'">
<title>Sign in to the proxy</title><style>${STYLE}</style>
<main><h1>Sign in to the proxy</h1>
<p>Your network’s proxy ${escaped(proxy)} requires a user name and a password. Your Stagelink password is a different one.</p>
${isRefused ? '<p role="alert">The proxy refused this user name or password. Check them and try again.</p>' : ''}
<form><label>User name <input name="username" required autofocus autocomplete="off" spellcheck="false"></label>
<label>Password <input name="password" type="password" autocomplete="off"></label>
<footer><button type="button">Cancel</button><button type="submit">Sign In</button></footer></form></main>
<script>${SCRIPT}</script></html>`;

/** Asks for the credentials of a proxy in a window of its own. Resolves to null when the user cancels. */
export async function askForProxyCredentials(proxy: string, isRefused: boolean): Promise<Credentials | null> {
  const window = new BrowserWindow({
    width: 420,
    height: isRefused ? 440 : 380,
    useContentSize: true,
    resizable: false,
    minimizable: false,
    maximizable: false,
    autoHideMenuBar: true,
    webPreferences: {
      session: session.fromPartition('proxy-sign-in'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
    },
  });
  const closed = new Promise<null>((resolve) => window.once('closed', () => resolve(null)));
  try {
    await window.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(page(proxy, isRefused))}`);
    const entered = window.webContents.executeJavaScript('entered') as Promise<Credentials | null>;
    return await Promise.race([entered, closed]);
  } finally {
    if (!window.isDestroyed()) window.destroy();
  }
}
