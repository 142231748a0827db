import type { TakeCallback } from '@stagelink/shared/client/signIn';
import { UserError } from '@stagelink/shared/client/userError';
import type { Uri, UriHandler } from 'vscode';

/** Path of the redirect URI, below the extension's URI. */
export const SIGNED_IN_PATH = '/signed-in';

const notRequested = () =>
  new UserError(
    'sign_in_unexpected',
    'The browser returned a sign-in that this window did not start. Nothing was changed.',
  );

const replaced = () => new UserError('sign_in_replaced', 'Sign-in was restarted.');

/** Passes what the browser brings back to the sign-in that waits for it. Any page can open such an address. */
export class OAuthCallback implements UriHandler {
  #waiting: { take: TakeCallback; stop: AbortController } | null = null;
  readonly #onUnexpected: (error: UserError) => void;

  constructor(onUnexpected: (error: UserError) => void) {
    this.#onUnexpected = onUnexpected;
  }

  /** Passes callbacks to `take` until the returned function is called. Stops the sign-in that waited before. */
  listen(take: TakeCallback, stop: AbortController): () => void {
    this.#waiting?.stop.abort(replaced());
    const waiting = { take, stop };
    this.#waiting = waiting;
    return () => {
      if (this.#waiting === waiting) this.#waiting = null;
    };
  }

  handleUri({ path, query }: Pick<Uri, 'path' | 'query'>): void {
    if (path !== SIGNED_IN_PATH || !this.#waiting?.take(new URLSearchParams(query))) {
      this.#onUnexpected(notRequested());
    }
  }
}
