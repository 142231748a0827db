import path from 'node:path';
import { expect, test } from 'vitest';
import { gitState } from './git.ts';
import { folderWith } from './testing/folders.ts';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

test.for([
  [
    'a branch',
    { '.git/HEAD': 'ref: refs/heads/feat/x\n', '.git/refs/heads/feat/x': `${COMMIT}\n` },
    { gitBranch: 'feat/x', gitCommit: COMMIT },
  ],
  [
    'a packed branch',
    { '.git/HEAD': 'ref: refs/heads/main', '.git/packed-refs': `# pack-refs\n${COMMIT} refs/heads/main\n` },
    { gitBranch: 'main', gitCommit: COMMIT },
  ],
  ['no branch', { '.git/HEAD': `${COMMIT}\n` }, { gitCommit: COMMIT }],
  ['no commit yet', { '.git/HEAD': 'ref: refs/heads/main' }, { gitBranch: 'main' }],
  ['a damaged repository', { '.git/config': '' }, {}],
] as const)('a folder in a repository on %s has that branch', ([, files, expected]) => {
  expect(gitState(path.join(folderWith({ ...files, 'apps/shop/index.html': '' }), 'apps/shop'))).toEqual(
    expected,
  );
});

test('a worktree is followed to its repository', () => {
  const folder = folderWith({
    'repo/.git/worktrees/w/HEAD': 'ref: refs/heads/side',
    'repo/.git/worktrees/w/commondir': '../..\n',
    'repo/.git/refs/heads/side': COMMIT,
    'w/.git': 'gitdir: ../repo/.git/worktrees/w\n',
  });
  expect(gitState(path.join(folder, 'w'))).toEqual({ gitBranch: 'side', gitCommit: COMMIT });
});
