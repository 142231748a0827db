import type { Page } from '@playwright/test';

interface View {
  contentUrl: string;
  files: { name: string }[];
}

/** What the server holds of a snapshot without a password, as a visitor gets it. */
export async function filesOf(
  server: string,
  url: string,
): Promise<{ contentUrl: string; files: Map<string, Buffer> }> {
  const id = new URL(url).pathname.split('/').at(-1) ?? '';
  const answer = await fetch(`${server}/snapshots/${id}`);
  const { snapshot } = (await answer.json()) as { snapshot: View };
  return {
    contentUrl: snapshot.contentUrl,
    files: new Map(snapshot.files.map(({ name }) => [name, Buffer.alloc(0)])),
  };
}

/** Shows the captured page in a tab of its own, without the viewer. */
export async function openCapture(page: Page, server: string, url: string): Promise<Page> {
  const { contentUrl } = await filesOf(server, url);
  const shown = await page.context().newPage();
  await shown.goto(contentUrl);
  await shown.evaluate(() => document.fonts.ready);
  return shown;
}

/** Returns the stored files of a snapshot without a password by name, as a visitor's browser gets them. */
export async function readCapture(page: Page, server: string, url: string): Promise<Map<string, Buffer>> {
  const { contentUrl, files } = await filesOf(server, url);
  const shown = await page.context().newPage();
  for (const name of files.keys()) {
    const response = await shown.goto(new URL(`/${name}`, contentUrl).href);
    files.set(name, (await response?.body()) ?? Buffer.alloc(0));
  }
  await shown.close();
  return files;
}
