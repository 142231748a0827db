import { expect, test } from 'vitest';
import { worldForTest } from '../testing/world.ts';
import { runAdminCommand } from './adminCommand.ts';

test('the role of superadmin is given, listed and taken back, and each is logged', async () => {
  const { app, build } = await worldForTest();
  const env = { NODE_ENV: 'test', DATABASE_URL: app.config.databaseUrl ?? '' };
  const run = (...args: string[]) => runAdminCommand(args, env);
  const [ada, bob] = [
    await build.user({ name: 'Ada', isVerified: true }),
    await build.user({ name: 'Bob', isVerified: true }),
  ];

  expect(await run('list')).toBe('There is no superadmin.');
  expect(await run('grant', ada.email.toUpperCase())).toBe(`Superadmins:\n  ${ada.email} (Ada)`);
  await run('grant', ada.email);
  expect(await run('grant', bob.email)).toContain('(Bob)');
  expect(await run('revoke', ada.email)).toBe(`Superadmins:\n  ${bob.email} (Bob)`);
  await expect(run('revoke', bob.email)).rejects.toThrow('This is the last superadmin');
  const log = await app.db('admin_actions').orderBy('id').select('actor', 'action', 'target');
  expect(log).toEqual([
    { actor: 'Operator', action: 'superadmin_granted', target: ada.email },
    { actor: 'Operator', action: 'superadmin_granted', target: bob.email },
    { actor: 'Operator', action: 'superadmin_revoked', target: ada.email },
  ]);
});

test.each([
  [[], 'Usage: '],
  [['grant'], 'Usage: '],
  [['promote', 'ada@example.com'], 'Usage: '],
  [['grant', 'none@example.com'], 'There is no account with the address none@example.com.'],
])('%j says what is wrong', async (args, message) => {
  const { app } = await worldForTest();
  const env = { NODE_ENV: 'test', DATABASE_URL: app.config.databaseUrl ?? '' };
  await expect(runAdminCommand(args, env)).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringContaining(message),
  });
});
