import path from 'node:path';
import { listPackage } from '@electron/asar';
import { flipFuses, FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses';
import { test as companionStory } from '../support/companion.ts';
import { addFolder, linkOf, signInAs, stageNow } from '../support/companionSteps.ts';
import { type Package, packageCompanion } from '../support/packagedCompanion.ts';
import { expect, openLink } from '../support/story.ts';

const test = companionStory.extend<object, { packaged: Package }>({
  packaged: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs from this pattern.
    async ({}, use) => {
      const packaged = await packageCompanion();
      await use(packaged);
      await packaged.remove();
    },
    { scope: 'worker' },
  ],
});

// All share one package: the last test opens it for its driver.
test.describe.configure({ mode: 'serial' });

test('what is packaged runs nothing but our code', async ({ packaged }) => {
  const wire = await getCurrentFuseWire(packaged.program);
  const state = (fuse: FuseV1Options) => wire[fuse] === FuseState.ENABLE;
  expect({
    runAsNode: state(FuseV1Options.RunAsNode),
    cookiesAreEncrypted: state(FuseV1Options.EnableCookieEncryption),
    nodeOptions: state(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
    inspector: state(FuseV1Options.EnableNodeCliInspectArguments),
    archiveIsChecked: state(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
    archiveOnly: state(FuseV1Options.OnlyLoadAppFromAsar),
    filesArePrivileged: state(FuseV1Options.GrantFileProtocolExtraPrivileges),
  }).toEqual({
    runAsNode: false,
    cookiesAreEncrypted: true,
    nodeOptions: false,
    inspector: false,
    archiveIsChecked: true,
    archiveOnly: true,
    filesArePrivileged: false,
  });
});

test('what is packaged is what was built, and SQLite for this system', async ({ packaged }) => {
  const files = listPackage(path.join(packaged.resources, 'app.asar'), { isPack: false });
  const outside = files.filter(
    (file) => !/^\/(out|package\.json$|node_modules(\/better-sqlite3|$))/.test(file),
  );
  expect(outside).toEqual([]);
  expect(files.filter((file) => file.endsWith('.node'))).toEqual([
    `/node_modules/better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`,
  ]);
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
});

test('the packaged program starts and stages a folder', async ({
  packaged,
  openCompanion,
  owner,
  prototype,
  server,
  visitor,
}) => {
  // The driver inspects the main process, which this fuse prevents.
  await flipFuses(packaged.program, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  const companion = await openCompanion({ program: packaged.program });
  expect(await companion.app.evaluate(({ app }) => app.isPackaged)).toBe(true);
  await signInAs(companion, server.url, owner.account);
  const folder = await prototype('multi-page');
  await addFolder(companion, folder);
  await stageNow(companion, folder, 1);
  const preview = await openLink(visitor, await linkOf(companion, folder));
  await expect(preview.getByRole('link', { name: 'Work' }).first()).toBeVisible();
});
