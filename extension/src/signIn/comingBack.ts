import type { Uri, UriHandler } from 'vscode';
import { Problem } from '../problem.ts';

/** Where the browser comes back to, below the extension's own address. */
export const SIGNED_IN_PATH = '/signed-in';

const nobodyAsked = () =>
  new Problem(
    'The browser came back with a sign-in that this window did not ask for. Nothing was changed.',
    null,
  );
const notAllowed = () => new Problem('Signing in was cancelled in the browser.', 'signIn');

interface Awaited {
  state: string;
  resolve: (code: string) => void;
  reject: (problem: Problem) => void;
}

/** Hears the browser come back to the editor. Anybody can open such an address, so only what was asked for counts. */
export class ComingBack implements UriHandler {
  private awaited: Awaited | null = null;
  private readonly tell: (problem: Problem) => void;

  /** `tell` shows what came unasked. */
  constructor(tell: (problem: Problem) => void) {
    this.tell = tell;
  }

  /** The code that comes back with this state. Whoever waited before waits no longer. */
  wait(state: string, signal: AbortSignal): Promise<string> {
    this.awaited?.reject(new Problem('Signing in was started again.', null));
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const awaited: Awaited = { state, resolve, reject };
    this.awaited = awaited;
    const leave = () => {
      if (this.awaited === awaited) this.awaited = null;
      reject(signal.reason as Problem);
    };
    signal.addEventListener('abort', leave, { once: true });
    return promise;
  }

  handleUri({ path, query }: Pick<Uri, 'path' | 'query'>): void {
    const said = new URLSearchParams(query);
    const { awaited } = this;
    if (path !== SIGNED_IN_PATH || awaited === null || said.get('state') !== awaited.state) {
      return this.tell(nobodyAsked());
    }
    this.awaited = null;
    const code = said.get('code');
    if (code === null) awaited.reject(notAllowed());
    else awaited.resolve(code);
  }
}
