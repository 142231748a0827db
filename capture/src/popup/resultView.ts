import type { CaptureState } from '../state.ts';
import { byId, showSection } from './dom.ts';

type Result = NonNullable<CaptureState['result']>;

/** Shows the link, and copies it once. */
export class ResultView {
  #copied: Result | null = null;

  async show(result: Result): Promise<void> {
    showSection('done');
    byId('done-title').textContent = result.isNew
      ? 'Your link is ready'
      : `Version ${result.version} is live`;
    byId('link').textContent = result.url;
    byId('password-row').hidden = result.password === null;
    byId('result-password').textContent = result.password ?? '';
    byId<HTMLAnchorElement>('open').href = result.url;
    const isCopied = this.#copied?.url === result.url && this.#copied.version === result.version;
    if (isCopied) return;
    this.#copied = result;
    byId('done-title').focus();
    await copyLink(result);
  }
}

export async function copyLink({ url, password }: Result): Promise<void> {
  const text = password === null ? url : `${url}\nPassword: ${password}`;
  const copied = password === null ? 'The link is' : 'The link and the password are';
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  byId('copied').textContent = isCopied
    ? `${copied} on the clipboard.`
    : 'The browser did not allow copying. Select the link and copy it.';
}
