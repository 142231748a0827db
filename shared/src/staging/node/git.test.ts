import path from 'node:path';
import { expect, test } from 'vitest';
import { gitState, lastForeignMove } from './git.ts';
import { gitIn } from './testing/git.ts';
import { folderWith, writeFiles } from './testing/folders.ts';

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

/** A repository with one commit, and git for it. */
function repository(): { folder: string; git: (...args: string[]) => void; commit: (text: string) => void } {
  const folder = folderWith({ 'index.html': 'one' });
  const git = gitIn(folder);
  const commit = (text: string) => {
    writeFiles(folder, { 'index.html': text });
    git('add', '.');
    git('commit', '-m', text);
  };
  git('init', '-b', 'main');
  commit('one');
  return { folder, git, commit };
}

test('commits made here are no foreign move, nor is what leaves HEAD at its commit', () => {
  const { folder, git, commit } = repository();
  const before = lastForeignMove(folder);
  commit('two');
  git('commit', '--amend', '-m', 'again');
  git('checkout', '-b', 'feature');
  git('stash', 'list');
  git('reset', '--hard', 'HEAD');
  commit('three');
  expect(lastForeignMove(folder)).toBe(before);
});

test.for<[string, string[]]>([
  ['a checkout', ['checkout', 'other']],
  ['a merge', ['merge', '--no-edit', 'other']],
  ['a rebase', ['rebase', 'other']],
  ['a reset', ['reset', '--hard', 'other']],
  ['a cherry-pick', ['cherry-pick', 'other']],
  ['a merge that is not committed', ['merge', '--no-commit', '--no-ff', 'other']],
  ['a pull', ['pull', '--no-rebase', '--no-edit', '.', 'other']],
])('%s is a foreign move', ([, args]) => {
  const { folder, git, commit } = repository();
  git('checkout', '-b', 'other');
  writeFiles(folder, { 'tools/a.mjs': 'others' });
  git('add', '.');
  git('commit', '-m', 'from others');
  git('checkout', 'main');
  commit('two');
  const before = lastForeignMove(folder);
  git(...args);
  expect(lastForeignMove(folder)).not.toBe(before);
});

test('without a log of HEAD each commit is a foreign move', () => {
  const { folder, git, commit } = repository();
  git('config', 'core.logAllRefUpdates', 'false');
  writeFiles(folder, { '.git/logs/HEAD': '' });
  const before = lastForeignMove(folder);
  commit('two');
  expect(lastForeignMove(folder)).not.toBe(before);
  expect(lastForeignMove(folderWith({ 'index.html': '' }))).toBeNull();
});
