import { expect, type Page } from '@playwright/test';

/** What stories read of a comment that the server has. */
interface SavedComment {
  id: string;
  selection: { kind: string } | null;
  context: { elementName: string } | null;
}

/** Returns the comments of a snapshot once the server has one: the page shows a new comment before that. */
export async function savedComments(page: Page, snapshotId: string): Promise<SavedComment[]> {
  let saved: SavedComment[] = [];
  await expect
    .poll(async () => {
      const listed = await page.request.get(`/api/snapshots/${snapshotId}/comments`);
      saved = ((await listed.json()) as { comments: SavedComment[] }).comments;
      return saved.length;
    })
    .toBeGreaterThan(0);
  return saved;
}

/** Waits until the pages that these pins were made on are kept, which happens in idle time. */
export async function untilTreesAreKept(page: Page, snapshotId: string, pins: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const listed = await page.request.get(`/api/snapshots/${snapshotId}/comments`);
        const { comments } = (await listed.json()) as { comments: { trees: unknown[] }[] };
        return comments.filter(({ trees }) => trees.length > 0).length;
      },
      { timeout: 30_000 },
    )
    .toBe(pins);
}
