import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderWith } from '@stagelink/shared/staging/testing/folders';
import { expect, test } from 'vitest';

const BIN = fileURLToPath(new URL('../bin/stagelink.js', import.meta.url));

test.each(['C#', 'what?', '100%41', 'a b', 'ünï'])('starts from a folder called “%s”', (name) => {
  const folder = folderWith({
    [`${name}/package.json`]: '{ "type": "module" }',
    [`${name}/dist/stagelink.js`]: 'process.stdout.write(process.argv[2]);',
  });
  const bin = path.join(folder, name, 'bin/stagelink.js');
  mkdirSync(path.dirname(bin));
  copyFileSync(BIN, bin);

  const { stdout, stderr } = spawnSync(process.execPath, [bin, 'stage'], { encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: 'stage', stderr: '' });
});
