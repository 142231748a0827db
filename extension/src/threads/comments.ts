import { EventEmitter } from 'vscode';
import type { Connection } from '../connection.ts';
import type { Chosen } from '../store/chosen.ts';
import type { Seen } from '../store/seen.ts';
import type { StagedFolders } from '../store/stagedFolders.ts';
import { Following } from './following.ts';
import { idsOf, type News, newsAmong } from './news.ts';
import { type Node, type Shown, shownOf, treeOf } from './tree.ts';

/** What the view says when it has no threads to show. */
export type CommentsState = 'nothing' | 'loading' | 'failed' | 'empty' | 'some';

interface Parts {
  stagedFolders: StagedFolders;
  chosen: Chosen;
  seen: Seen;
  userAgent: string;
  /** Somebody else wrote something. */
  onNews: (news: readonly News[]) => void;
}

/** What people say about the snapshots of this workspace. */
export class Comments {
  private readonly parts: Parts;
  private readonly emitter = new EventEmitter<void>();
  private following: Following | null = null;
  /** Threads that were new when somebody looked; they stay marked while they look. */
  private fresh: ReadonlySet<string> = new Set();
  private isLookedAt = false;
  private withResolved = false;

  readonly onDidChange = this.emitter.event;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  get state(): CommentsState {
    const { following } = this;
    if (!following || following.shown.length === 0) return 'nothing';
    const nodes = this.tree();
    if (nodes.some(({ kind }) => kind === 'snapshot')) return 'some';
    if (nodes.length > 0) return 'failed';
    return following.isRead ? 'empty' : 'loading';
  }

  get showsResolved(): boolean {
    return this.withResolved;
  }

  /** How many threads are new to whoever has not looked. */
  get unseen(): number {
    return this.shown.flatMap(({ snapshotId }) => this.openUnseen(snapshotId)).length;
  }

  get connection(): Connection | null {
    return this.following?.connection ?? null;
  }

  /** Follows what this person has staged or chosen; nobody is signed in when it is null. Reads nothing it knows already. */
  follow(connection: Connection | null): void {
    const shown = connection
      ? shownOf(this.parts.stagedFolders.of(connection.owner), this.parts.chosen.all())
      : [];
    const before = this.following;
    const isSame =
      before !== null &&
      before.connection.token === connection?.token &&
      before.connection.owner.server === connection.owner.server &&
      JSON.stringify(before.shown) === JSON.stringify(shown);
    if (isSame) return;
    before?.stop();
    this.following =
      connection &&
      new Following(connection, shown, this.parts.userAgent, {
        onRead: (snapshotId) => void this.noticed(snapshotId),
        onSignedOut: () => void this.refresh(),
      });
    this.emitter.fire();
  }

  async refresh(): Promise<void> {
    await this.following?.refresh();
  }

  async readAgain(snapshotId: string): Promise<void> {
    await this.following?.readAgain(snapshotId);
  }

  tree(): Node[] {
    const { following } = this;
    if (!following) return [];
    const unseen = new Set(this.shown.flatMap(({ snapshotId }) => this.parts.seen.unseen(snapshotId)));
    const read = new Map(
      [...following.read].map(([id, { threads, problem }]) => [
        id,
        {
          threads: threads.filter(({ comment }) => this.withResolved || comment.state !== 'resolved'),
          problem,
        },
      ]),
    );
    return treeOf(following.shown, read, (id) => unseen.has(id) || this.fresh.has(id));
  }

  showResolved(withResolved: boolean): void {
    this.withResolved = withResolved;
    this.emitter.fire();
  }

  /** The view was opened or put away. */
  async lookAt(isLookedAt: boolean): Promise<void> {
    this.isLookedAt = isLookedAt;
    if (!isLookedAt) this.fresh = new Set();
    else await this.look();
    this.emitter.fire();
  }

  dispose(): void {
    this.following?.stop();
    this.emitter.dispose();
  }

  private get shown(): readonly Shown[] {
    return this.following?.shown ?? [];
  }

  /** A thread that was settled meanwhile is nothing to look at. */
  private openUnseen(snapshotId: string): string[] {
    const threads = this.following?.read.get(snapshotId)?.threads ?? [];
    const unseen = new Set(this.parts.seen.unseen(snapshotId));
    return threads.flatMap(({ comment }) =>
      unseen.has(comment.id) && comment.state !== 'resolved' ? [comment.id] : [],
    );
  }

  private async look(): Promise<void> {
    const ids = this.shown.map(({ snapshotId }) => snapshotId);
    this.fresh = new Set([...this.fresh, ...ids.flatMap((id) => this.parts.seen.unseen(id))]);
    await this.parts.seen.look(ids);
  }

  private async noticed(snapshotId: string): Promise<void> {
    const { following } = this;
    const read = following?.read.get(snapshotId);
    if (!following || !read) return;
    if (read.problem === null) {
      const { seen } = this.parts;
      const known = seen.known(snapshotId);
      const news = known === null ? [] : newsAmong(read.threads, known, following.connection.owner.uid);
      const begun = news.flatMap(({ comment, thread }) => (comment === thread.comment ? [comment.id] : []));
      await seen.note(snapshotId, idsOf(read.threads), begun);
      if (this.isLookedAt) await this.look();
      if (news.length > 0) this.parts.onNews(news);
    }
    this.emitter.fire();
  }
}
