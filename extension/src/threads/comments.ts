import { EventEmitter } from 'vscode';
import type { Connection } from '../connection.ts';
import type { PinnedSnapshots } from '../store/pinnedSnapshots.ts';
import type { ReadState } from '../store/readState.ts';
import type { StagedFolders } from '../store/stagedFolders.ts';
import { ThreadFeed } from './threadFeed.ts';
import { idsOf, type NewComment, findNewComments } from './newComments.ts';
import { type Node, type ShownSnapshot, shownOf, treeOf } from './tree.ts';

/** Which text the view shows when it has no threads. */
export type CommentsState = 'nothing' | 'loading' | 'failed' | 'empty' | 'some';

interface Parts {
  stagedFolders: StagedFolders;
  chosen: PinnedSnapshots;
  seen: ReadState;
  userAgent: string;
  /** Others wrote new comments. */
  onNewComments: (newComments: readonly NewComment[]) => void;
}

/** Comments on the snapshots of this workspace. */
export class Comments {
  readonly #parts: Parts;
  readonly #emitter = new EventEmitter<void>();
  #following: ThreadFeed | null = null;
  /** Threads that were new when the view opened; they stay marked while it is open. */
  #fresh: ReadonlySet<string> = new Set();
  #isLookedAt = false;
  #withResolved = false;

  readonly onDidChange = this.#emitter.event;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get state(): CommentsState {
    const following = this.#following;
    if (!following || following.shown.length === 0) return 'nothing';
    const nodes = this.tree();
    if (nodes.some(({ kind }) => kind === 'snapshot')) return 'some';
    if (nodes.length > 0) return 'failed';
    return following.isRead ? 'empty' : 'loading';
  }

  get showsResolved(): boolean {
    return this.#withResolved;
  }

  /** Number of threads that are new since the view was last open. */
  get unseen(): number {
    return this.#shown.flatMap(({ snapshotId }) => this.#openUnseen(snapshotId)).length;
  }

  get connection(): Connection | null {
    return this.#following?.connection ?? null;
  }

  /**
   * Follows the snapshots this account has staged or added; null when signed out. Does not reload known
   * threads.
   */
  follow(connection: Connection | null): void {
    const shown = connection
      ? shownOf(this.#parts.stagedFolders.of(connection.owner), this.#parts.chosen.all())
      : [];
    const before = this.#following;
    const isSame =
      before !== null &&
      before.connection.token === connection?.token &&
      before.connection.owner.server === connection.owner.server &&
      JSON.stringify(before.shown) === JSON.stringify(shown);
    if (isSame) return;
    before?.stop();
    this.#following =
      connection &&
      new ThreadFeed(connection, shown, this.#parts.userAgent, {
        onRead: (snapshotId) => void this.#noticed(snapshotId),
        onSignedOut: () => void this.refresh(),
      });
    this.#emitter.fire();
  }

  /** Reconnects at once where the connection was lost. */
  wake(): void {
    this.#following?.wake();
  }

  async refresh(): Promise<void> {
    await this.#following?.refresh();
  }

  async readAgain(snapshotId: string): Promise<void> {
    await this.#following?.readAgain(snapshotId);
  }

  tree(): Node[] {
    const following = this.#following;
    if (!following) return [];
    const unseen = new Set(this.#shown.flatMap(({ snapshotId }) => this.#parts.seen.unseen(snapshotId)));
    const read = new Map(
      [...following.read].map(([id, { threads, problem }]) => [
        id,
        {
          threads: threads.filter(({ comment }) => this.#withResolved || comment.state !== 'resolved'),
          problem,
        },
      ]),
    );
    return treeOf(following.shown, read, (id) => unseen.has(id) || this.#fresh.has(id));
  }

  showResolved(withResolved: boolean): void {
    this.#withResolved = withResolved;
    this.#emitter.fire();
  }

  /** Called when the view opens or closes. */
  async setVisible(isLookedAt: boolean): Promise<void> {
    this.#isLookedAt = isLookedAt;
    if (!isLookedAt) this.#fresh = new Set();
    else await this.#look();
    this.#emitter.fire();
  }

  dispose(): void {
    this.#following?.stop();
    this.#emitter.dispose();
  }

  get #shown(): readonly ShownSnapshot[] {
    return this.#following?.shown ?? [];
  }

  /** A thread that was resolved meanwhile counts as seen. */
  #openUnseen(snapshotId: string): string[] {
    const threads = this.#following?.read.get(snapshotId)?.threads ?? [];
    const unseen = new Set(this.#parts.seen.unseen(snapshotId));
    return threads.flatMap(({ comment }) =>
      unseen.has(comment.id) && comment.state !== 'resolved' ? [comment.id] : [],
    );
  }

  async #look(): Promise<void> {
    const ids = this.#shown.map(({ snapshotId }) => snapshotId);
    this.#fresh = new Set([...this.#fresh, ...ids.flatMap((id) => this.#parts.seen.unseen(id))]);
    await this.#parts.seen.markSeen(ids);
  }

  async #noticed(snapshotId: string): Promise<void> {
    const following = this.#following;
    const read = following?.read.get(snapshotId);
    if (!following || !read) return;
    if (read.problem === null) {
      const { seen } = this.#parts;
      const known = seen.known(snapshotId);
      const newComments =
        known === null ? [] : findNewComments(read.threads, known, following.connection.owner.uid);
      const begun = newComments.flatMap(({ comment, thread }) =>
        comment === thread.comment ? [comment.id] : [],
      );
      await seen.note(snapshotId, idsOf(read.threads), begun);
      if (this.#isLookedAt) await this.#look();
      if (newComments.length > 0) this.#parts.onNewComments(newComments);
    }
    this.#emitter.fire();
  }
}
