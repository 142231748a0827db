import { toUserError } from '@stagelink/shared/client/userError';
import { wholeDay } from '@stagelink/shared/domain/format';
import { readServer, readSession } from '../session.ts';
import { requestServer, serverOrigin, signIn, signOut } from './signIn.ts';

const byId = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const HINTS = { network: 'Check the connection and the address.' };

let stop: AbortController | null = null;

function say(text: string): void {
  byId('status').textContent = text;
}

function showProblem(cause: unknown): void {
  const { code, message, hint } = toUserError(cause, HINTS);
  const area = byId('problem');
  area.hidden = false;
  const [text] = area.getElementsByTagName('p');
  if (text) text.textContent = `${message} ${hint}`.trim();
  if (code === 'cancelled') say('');
}

async function show(): Promise<void> {
  const session = await readSession();
  const server = byId<HTMLInputElement>('server');
  if (server.value === '') server.value = session?.server ?? (await readServer());
  byId('account').hidden = session === null;
  byId('form').hidden = session !== null;
  byId('cancel').hidden = stop === null;
  byId<HTMLButtonElement>('sign-in').disabled = stop !== null;
  if (!session) return;
  byId('email').textContent = session.email;
  byId('expires').textContent = wholeDay(new Date(session.expiresAt));
}

async function comeBack(): Promise<void> {
  const tab = await chrome.tabs.getCurrent();
  if (tab?.id !== undefined) await chrome.tabs.update(tab.id, { active: true });
}

async function begin(given: string): Promise<void> {
  byId('problem').hidden = true;
  try {
    const server = serverOrigin(given);
    await requestServer(server);
    stop = new AbortController();
    say('Sign in in the tab that opens.');
    await show();
    await signIn(server, stop);
    await comeBack();
    say('Go to the page you want to capture and press the button of the extension.');
  } catch (cause) {
    say('');
    showProblem(cause);
  } finally {
    stop = null;
    await show();
  }
}

byId('form').addEventListener('submit', (event) => {
  event.preventDefault();
  void begin(byId<HTMLInputElement>('server').value);
});
byId('cancel').addEventListener('click', () => stop?.abort());
byId('sign-out').addEventListener('click', () => {
  void signOut()
    .then(show)
    .then(() => say('You are signed out.'));
});
void show();
