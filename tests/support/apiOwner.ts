/** What the reply to an upload says. */
interface StagedFiles {
  snapshot: { id: string };
  url: string;
  contentUrl: string;
}

/** A user who stages over the API. */
export class ApiOwner {
  readonly #url: string;
  /** Secret of the session. */
  readonly token: string;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.token = token;
  }

  /** A user who is signed in. */
  static of(url: string, { token }: { token: string }): ApiOwner {
    return new ApiOwner(url, token);
  }

  static async register(url: string): Promise<ApiOwner> {
    const response = await fetch(`${url}/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Ada',
        email: `${crypto.randomUUID()}@example.com`,
        password: 'a long enough password',
      }),
    });
    const { sessionToken } = (await response.json()) as { sessionToken: string };
    return new ApiOwner(url, sessionToken);
  }

  async call<T>(method: string, path: string, body?: FormData | object): Promise<T> {
    const isForm = body instanceof FormData;
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(isForm || !body ? {} : { 'content-type': 'application/json' }),
      },
      body: isForm ? body : body ? JSON.stringify(body) : null,
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Stages files by path; `query` contains the snapshot's settings. */
  async stage(
    files: Readonly<Record<string, string | Buffer<ArrayBuffer>>>,
    query: Record<string, string> = {},
  ): Promise<StagedFiles> {
    const form = new FormData();
    for (const [path, body] of Object.entries(files)) form.append('files', new Blob([body]), path);
    const parameters = new URLSearchParams({ name: 'Atelier', ...query });
    return this.call('POST', `/api/snapshots/upload?${parameters}`, form);
  }
}
