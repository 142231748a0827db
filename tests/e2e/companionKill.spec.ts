import {
  type Cut,
  startCuttingProxy,
  type UploadStep,
} from '@stagelink/shared/staging/node/testing/cuttingProxy';
import { test } from '../support/companion.ts';
import type { Companion, CompanionOptions } from '../support/companionProgram.ts';
import { addFolder, openFolderPage, rowOf, signInAs, stageNow } from '../support/companionSteps.ts';
import type { Server } from '../support/server.ts';
import { versionsOf } from '../support/stagelink.ts';
import { expect, type Owner } from '../support/story.ts';
import { LONG } from '../support/longForm.ts';

// The real app, killed in the middle of a stage, and started again.

interface Kill {
  server: Server;
  owner: Owner;
  openCompanion: (options?: CompanionOptions) => Promise<Companion>;
  folder: string;
  cut: Pick<Cut, 'step' | 'when'>;
  what: 'app' | 'all';
}

/** Stages a new folder, kills the companion at a step, and starts it again. */
async function killAndStartAgain({ server, owner, openCompanion, folder, cut, what }: Kill) {
  const proxy = await startCuttingProxy(server.url);
  const first = await openCompanion();
  await signInAs(first, proxy.url, owner.account);
  await addFolder(first, folder);
  const killed = new Promise<void>((resolve, reject) => {
    const onCut = () => void first.kill(what).then(resolve, reject);
    proxy.cut = { ...cut, lasts: 'and_rest', isHeld: true, onCut };
  });
  await rowOf(first, folder).getByRole('button', { name: 'Stage now' }).click();
  await killed;
  proxy.cut = null;
  return { proxy, companion: await openCompanion() };
}

const STEPS: readonly UploadStep[] = ['create', 'send', 'finalize'];
const WHEN: readonly Cut['when'][] = ['before', 'after'];

for (const step of STEPS)
  for (const when of WHEN)
    test(
      `all its processes killed at “${step}”, ${when} the server has acted, the companion says what became of the stage, and makes one link with one version`,
      step === 'send' && when === 'before' ? {} : LONG,
      async ({ openCompanion, owner, prototype, server }) => {
        const folder = await prototype('multi-page');
        const kill = { server, owner, openCompanion, folder, cut: { step, when }, what: 'all' } as const;
        const { proxy, companion } = await killAndStartAgain(kill);
        if (step === 'finalize' && when === 'after') {
          await expect(rowOf(companion, folder)).toContainText('v1 ');
          await stageNow(companion, folder, 1);
        } else {
          expect(await versionsOf(server.url, owner.account)).toEqual([]);
          await openFolderPage(companion, folder);
          const { window } = companion;
          await expect(
            window.getByRole('heading', { name: 'The companion quit while this folder was being staged.' }),
          ).toBeVisible();
          await expect(window.getByText('Nothing was published. Stage it again.')).toBeVisible();
          await window.getByRole('button', { name: 'Retry' }).click();
          await expect(window.getByRole('cell', { name: 'Version 1', exact: true })).toBeVisible();
        }
        expect(await versionsOf(server.url, owner.account)).toEqual([1]);
        proxy.close();
      },
    );

for (const when of WHEN)
  test(
    `the app killed while it publishes, ${when} the server has acted, the stage goes on at the next start: one link, one version`,
    when === 'after' ? {} : LONG,
    async ({ openCompanion, owner, prototype, server }) => {
      const folder = await prototype('multi-page');
      const cut = { step: 'finalize', when } as const;
      const kill = { server, owner, openCompanion, folder, cut, what: 'app' } as const;
      const { proxy, companion } = await killAndStartAgain(kill);
      await expect(rowOf(companion, folder)).toContainText('v1 ');
      expect(await versionsOf(server.url, owner.account)).toEqual([1]);
      proxy.close();
    },
  );
