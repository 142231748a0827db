import { type Comment, type Github, statusOf } from './github.ts';

/** A comment is recognized by its first line, which GitHub does not show. */
const MARKER = /^<!-- stagelink:([^:\s]+):([a-z0-9]{10,40}) -->/;

/** Returns the first line of the comment of a preview. */
export const markerOf = (name: string, snapshotId: string): string =>
  `<!-- stagelink:${encodeURIComponent(name)}:${snapshotId} -->`;

interface OwnComment {
  id: number;
  snapshotId: string;
}

function toOwn({ id, body = '', user }: Comment, login: string, name: string): OwnComment[] {
  const [, named, snapshotId] = MARKER.exec(body) ?? [];
  if (snapshotId === undefined || named !== encodeURIComponent(name)) return [];
  // Everyone may write a marker, also one that names a snapshot of another pull request.
  return user?.login === login ? [{ id, snapshotId }] : [];
}

/** The one comment that a preview has on a pull request. */
export class StickyComment {
  readonly #github: Github;
  readonly #pull: number;
  readonly #name: string;
  #login: string | null = null;

  constructor(github: Github, pull: number, name: string) {
    this.#github = github;
    this.#pull = pull;
    this.#name = name;
  }

  /** Returns the snapshot that the comment names; null without a comment. */
  async snapshotId(): Promise<string | null> {
    return (await this.#list())[0]?.snapshotId ?? null;
  }

  /** Writes the comment in place of the former text. It is looked for again, as another job may have written it. */
  async write(body: string): Promise<void> {
    const [first, ...others] = await this.#list();
    if (!first || !(await this.#update(first.id, body))) return this.#create(body);
    await this.#remove(others);
  }

  /** Two jobs may create it at once: the first one stays, with the text of the job that notices. */
  async #create(body: string): Promise<void> {
    const id = await this.#github.createComment(this.#pull, body);
    const [first, ...others] = await this.#list();
    if (first && first.id !== id) await this.#update(first.id, body);
    await this.#remove(others);
  }

  /** Returns false when the comment was deleted meanwhile. */
  async #update(id: number, body: string): Promise<boolean> {
    try {
      await this.#github.updateComment(id, body);
      return true;
    } catch (cause) {
      if (statusOf(cause) === 404) return false;
      throw cause;
    }
  }

  async #remove(comments: readonly OwnComment[]): Promise<void> {
    for (const { id } of comments) {
      await this.#github.deleteComment(id).catch((cause: unknown) => {
        // The other job removed it.
        if (statusOf(cause) !== 404) throw cause;
      });
    }
  }

  async #list(): Promise<OwnComment[]> {
    const login = (this.#login ??= await this.#github.ownLogin());
    const comments = await this.#github.listComments(this.#pull);
    return comments.flatMap((comment) => toOwn(comment, login, this.#name)).sort((a, b) => a.id - b.id);
  }
}
