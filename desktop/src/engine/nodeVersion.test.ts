import path from 'node:path';
import { folderWith } from '@stagelink/shared/staging/node/testing/folders';
import { expect, test } from 'vitest';
import { environmentIn } from './nodeVersion.ts';

/** Home folder with Node 20.9.0, 22.1.0 and 22.12.0 of nvm, and 24.3.0 of fnm. */
function home() {
  const folder = folderWith({
    '.nvm/versions/node/v20.9.0/bin/node': '',
    '.nvm/versions/node/v22.1.0/bin/node': '',
    '.nvm/versions/node/v22.12.0/bin/node': '',
    '.nvm/alias/lts/jod': 'v22.1.0\n',
    '.nvm/alias/lts/*': 'lts/jod\n',
    '.nvm/alias/loop': 'lts/loop\n',
    '.nvm/alias/lts/loop': 'lts/loop\n',
    '.local/share/fnm/node-versions/v24.3.0/installation/bin/node': '',
  });
  return { folder, environment: { HOME: folder, PATH: '/usr/bin' } };
}

async function binIn(files: Record<string, string>, below = ''): Promise<string | null> {
  const { folder, environment } = home();
  const project = folderWith(files);
  const { PATH } = await environmentIn(path.join(project, below), environment);
  if (PATH === '/usr/bin') return null;
  expect(PATH?.endsWith(`${path.delimiter}/usr/bin`)).toBe(true);
  return path.relative(folder, PATH?.split(path.delimiter)[0] ?? '');
}

test.each([
  [{ '.nvmrc': 'v20.9.0\n' }, '.nvm/versions/node/v20.9.0/bin'],
  [{ '.nvmrc': '22' }, '.nvm/versions/node/v22.12.0/bin'],
  [{ '.nvmrc': 'lts/*' }, '.nvm/versions/node/v22.1.0/bin'],
  [{ '.node-version': '24.3' }, '.local/share/fnm/node-versions/v24.3.0/installation/bin'],
  [{ '.tool-versions': 'ruby 3.3.0\nnodejs 20.9.0\n' }, '.nvm/versions/node/v20.9.0/bin'],
  [{ '.nvmrc': '2' }, null],
  [{ '.nvmrc': '18' }, null],
  [{ '.nvmrc': 'loop' }, null],
  [{ '.nvmrc': '../../../etc' }, null],
  [{ '.nvmrc': '' }, null],
  [{ 'index.html': '' }, null],
])('%o is built with the Node in %s', async (files, bin) => {
  expect(await binIn(files)).toBe(bin);
});

test('a folder inside a project is built with the Node that the project asks for', async () => {
  const files = { '.nvmrc': '20', 'packages/shop/package.json': '{}' };
  expect(await binIn(files, 'packages/shop')).toBe('.nvm/versions/node/v20.9.0/bin');
});
