import { expect, test } from 'vitest';
import { grantSuperadmin } from '../features/admin/superadmins.ts';
import { UNCLAIMED_OWNER } from '../features/identity/accounts/unclaimed.ts';
import { worldForTest } from '../testing/world.ts';
import { runAdminCommand } from './adminCommand.ts';

test('the role of superadmin is given, listed and taken back, and each is logged', async () => {
  const { app, build, directUrl } = await worldForTest();
  const env = { NODE_ENV: 'test', DATABASE_URL: directUrl };
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

test('an address that was never confirmed is accepted only where no email can be sent', async () => {
  const { app, build, directUrl } = await worldForTest();
  const ada = await build.user({ name: 'Ada' });
  const env = { NODE_ENV: 'test', DATABASE_URL: directUrl };
  const withMail = { ...env, SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'mail@stagelink.example' };
  await expect(runAdminCommand(['grant', ada.email], withMail)).rejects.toThrow(
    `The address ${ada.email} is not confirmed yet: open the link that was emailed to it first.`,
  );
  await expect(grantSuperadmin(app.db, ada.email, { canSendMail: false, byOperator: false })).rejects.toThrow(
    `The address ${ada.email} is not confirmed, and this server sends no email. Run: npm run admin -- grant ${ada.email}`,
  );
  expect(await runAdminCommand(['list'], env)).toBe('There is no superadmin.');
  expect(await runAdminCommand(['grant', ada.email], env)).toBe(`Superadmins:\n  ${ada.email} (Ada)`);
});

test('the owner of unclaimed snapshots is not an account', async () => {
  const { app, directUrl } = await worldForTest();
  const env = { NODE_ENV: 'test', DATABASE_URL: directUrl };
  const { id, email, name } = UNCLAIMED_OWNER;
  await app.db('users').insert({ id, email, name }).onConflict().ignore();
  await expect(runAdminCommand(['grant', email], env)).rejects.toThrow('There is no account');
});

test.each([
  [[], 'Usage: '],
  [['grant'], 'Usage: '],
  [['promote', 'ada@example.com'], 'Usage: '],
  [['grant', 'none@example.com'], 'There is no account with the address none@example.com.'],
])('%j says what is wrong', async (args, message) => {
  const { directUrl } = await worldForTest();
  const env = { NODE_ENV: 'test', DATABASE_URL: directUrl };
  await expect(runAdminCommand(args, env)).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringContaining(message),
  });
});
