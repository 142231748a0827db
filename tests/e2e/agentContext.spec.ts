import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ThreadBrief } from '@stagelink/shared/agentTools/threadPayload';
import type { Page } from '@playwright/test';
import type { Site } from '../support/previewStage.ts';
import { developmentBuild } from '../support/sourceBuilds.ts';
import { expect, openLink, previewOf, startPicking, test } from '../support/story.ts';
import { savedComments } from '../support/threads.ts';

/** A comment in the viewer reaches a coding agent with everything that it needs. */

async function written(site: Site): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stagelink-built-'));
  for (const [name, content] of Object.entries(site)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  return folder;
}

async function middleOf(page: Page, selector: string): Promise<[number, number]> {
  const box = await previewOf(page).locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not to be seen`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test('elements, their places in the source and the errors of the page, from a visitor to the owner’s agents', async ({
  visitor,
  owner,
}) => {
  const built = await developmentBuild({
    'src/main.jsx': `import { createRoot } from 'react-dom/client';
import { App } from './App.jsx';
createRoot(document.getElementById('root')).render(<App />);
console.error('No cart, token=q1w2e3r4');
`,
    'src/App.jsx': `export function App() {
  return (
    <main>
      <h1>Checkout</h1>
      <button style={{ color: 'rgb(0, 0, 255)' }}>Pay</button>
    </main>
  );
}
`,
  });
  const html =
    '<!doctype html><title>Shop</title><div id="root"></div><script type="module" src="/assets/app.js"></script>';
  const folder = await written({ '/index.html': html, ...built });
  const staged = await owner.stage(folder, '--no-password');
  await rm(folder, { recursive: true });

  await visitor.setViewportSize({ width: 1440, height: 900 });
  await openLink(visitor, staged);
  await startPicking(visitor);
  await visitor.keyboard.down('Shift');
  await visitor.mouse.click(...(await middleOf(visitor, 'button')));
  await visitor.keyboard.up('Shift');
  await visitor.mouse.click(...(await middleOf(visitor, 'h1')));
  await visitor
    .getByRole('region', { name: 'Write a comment' })
    .getByRole('textbox', { name: 'Comment' })
    .fill('In one line');
  await visitor.keyboard.press('Control+Enter');
  await savedComments(visitor, staged.snapshotId);

  const { stdout } = await owner.run('comments', 'list', staged.url, '--json');
  const { data } = JSON.parse(stdout) as { data: { threads: ThreadBrief[] } };
  expect(data.threads).toMatchObject([
    {
      text: 'In one line',
      scheme: 'light',
      element: {
        name: 'Pay, button',
        styles: expect.arrayContaining(['color: rgb(0, 0, 255)']),
        sources: [
          { certainty: 'exact', by: 'react', file: 'src/App.jsx', line: 5, column: 7, components: ['App'] },
          { certainty: 'hint' },
        ],
      },
      furtherElements: [
        {
          name: 'Checkout, heading',
          sources: [{ certainty: 'exact', file: 'src/App.jsx', line: 4 }, { certainty: 'hint' }],
        },
      ],
      isGap: false,
      pageErrors: [{ kind: 'console', text: 'No cart, token=[secret]' }],
    },
  ]);
});
