import { env, Uri, window } from 'vscode';

export interface Link {
  url: string;
  password: string | null;
}

/** Duration of the status bar message. */
const COPIED_MS = 2000;

export const openLink = async (url: string): Promise<void> => {
  await env.openExternal(Uri.parse(url, true));
};

export async function copy(text: string, message: string): Promise<void> {
  await env.clipboard.writeText(text);
  window.setStatusBarMessage(`$(check) ${message}`, COPIED_MS);
}

export const withPassword = (url: string, password: string): string => `${url}\nPassword: ${password}`;

/** Shows the new link and runs the chosen action. */
export async function offerLink(message: string, { url, password }: Link): Promise<void> {
  const both = password === null ? [] : ['Copy link and password'];
  const chosen = await window.showInformationMessage(message, 'Open', 'Copy link', ...both);
  if (chosen === 'Open') await openLink(url);
  if (chosen === 'Copy link') await copy(url, 'Link copied');
  if (chosen === 'Copy link and password' && password !== null)
    await copy(withPassword(url, password), 'Link and password copied');
}
