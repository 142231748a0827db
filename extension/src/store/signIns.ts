import { parseJson } from '@stagelink/shared/client/call';
import type { SecretStorage } from 'vscode';
import * as z from 'zod/mini';

const SignIn = z.object({
  uid: z.string(),
  email: z.string(),
  token: z.string(),
  /** Created by this editor, so it ends with the sign-in; a pasted one may be in use elsewhere. */
  isOwn: z.optional(z.boolean()),
});
export type SignIn = z.infer<typeof SignIn>;

const place = (server: string): string => `signIn ${server}`;

/** Sign-ins by server, in the editor's secret store only. */
export class SignIns {
  readonly #secrets: SecretStorage;

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
  }

  /** Returns null for a damaged entry too, so that signing in again replaces it. */
  async of(server: string): Promise<SignIn | null> {
    const kept = await this.#secrets.get(place(server));
    return SignIn.safeParse(parseJson(kept ?? '')).data ?? null;
  }

  async keep(server: string, signIn: SignIn): Promise<void> {
    await this.#secrets.store(place(server), JSON.stringify(signIn));
  }

  async forget(server: string): Promise<void> {
    await this.#secrets.delete(place(server));
  }
}
