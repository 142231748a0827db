import type { ThreadBrief } from '@stagelink/shared/agentTools/threadPayload';
import { type CodingAgent, codingAgent } from '../support/codingAgent.ts';
import { htmlPage } from '../support/htmlPage.ts';
import { commentOn, threads } from '../support/pages/comments.ts';
import type { Site } from '../support/previewStage.ts';
import { developmentBuild } from '../support/sourceBuilds.ts';
import { REACT, ROOT, SVELTE, VUE } from '../support/sourceProjects.ts';
import { expect, openLink, test } from '../support/story.ts';
import { LONG } from '../support/longForm.ts';

/** A coding agent finds what a comment is about in the source of each kind of prototype, changes it there, and is confirmed. */

const PLAIN = {
  'index.html': htmlPage('Shop', '<section><h2 class="sum">Total</h2><button>Pay</button></section>'),
};

const built = async (project: Site): Promise<Site> => ({
  'index.html': htmlPage('Shop', ROOT),
  ...(await developmentBuild(project)),
});

const agents: CodingAgent[] = [];
test.afterEach(() => Promise.all(agents.splice(0).map((agent) => agent.close())));

interface Kind {
  project: Site;
  build: (project: Site) => Promise<Site>;
  /** What the build says surely about the heading and about the button; null: nothing. */
  places: { h2: object; button: object } | null;
}

const KINDS: Record<string, Kind> = {
  React: {
    project: REACT,
    build: built,
    places: { h2: { file: 'src/parts/Card.jsx', line: 4 }, button: { file: 'src/App.jsx', line: 5 } },
  },
  Vue: {
    project: VUE,
    build: built,
    places: { h2: { file: 'src/parts/Card.vue' }, button: { file: 'src/App.vue' } },
  },
  Svelte: {
    project: SVELTE,
    build: built,
    places: { h2: { file: 'src/Card.svelte', line: 5 }, button: { file: 'src/App.svelte', line: 4 } },
  },
  'a plain page': { project: PLAIN, build: (project) => Promise.resolve(project), places: null },
};

type Sources = NonNullable<NonNullable<ThreadBrief['element']>['sources']>;

const sourcesOf = ({ element }: ThreadBrief): Sources => element?.sources ?? [];

/** Returns the file that an agent opens: the one that is named, or the one in which the words are. */
function fileFor(sources: Sources, project: Site): string {
  const named = sources.find(({ certainty }) => certainty === 'exact')?.file;
  if (named !== undefined) return named;
  const words = sources.flatMap(({ search = [] }) => search);
  const found = Object.entries(project).find(([, text]) => words.some((word) => String(text).includes(word)));
  return found?.[0] ?? '';
}

for (const [name, { project, build, places }] of Object.entries(KINDS))
  test(
    `${name}: from a comment to the place in the source, to the change, to its confirmation`,
    name === 'React' || places === null ? {} : LONG,
    async ({ owner, server, signedIn, writeFolder }) => {
      const folder = await writeFolder(await build(project));
      const staged = await owner.stage(folder, '--no-password');
      const ada = await signedIn(owner.account);
      await openLink(ada, staged);
      await commentOn(ada, 'button', 'Say what happens');
      await commentOn(ada, 'h2', 'Say “Sum”');
      await ada.getByRole('button', { name: 'Comment options' }).click();
      await ada.getByRole('menuitem', { name: 'Send all 2 open threads to the agent' }).click();

      const agent = await codingAgent(server.url, owner.account, folder);
      agents.push(agent);
      const received = await agent.use('wait_for_feedback', { snapshot: staged.snapshotId, seconds: 60 });
      const given = received['threads'] as ThreadBrief[];
      const [button, heading] = ['Say what happens', 'Say “Sum”'].map((words) =>
        given.find(({ text }) => text === words),
      ) as [ThreadBrief, ThreadBrief];
      const sure = (thread: ThreadBrief) => sourcesOf(thread).filter(({ certainty }) => certainty !== 'hint');
      for (const [thread, place] of [
        [button, places?.button],
        [heading, places?.h2],
      ] as const)
        expect(sure(thread)).toMatchObject(place ? [{ certainty: 'exact', ...place }] : []);

      const file = fileFor(sourcesOf(heading), project);
      const changed = { ...project, [file]: String(project[file]).replace('Total', 'Sum') };
      await writeFolder(await build(changed));
      const work = { comment: heading.id, agent: received['agent'] };
      await agent.use('take', work);
      const version = {
        folder,
        snapshot: staged.snapshotId,
        threads: [heading.id],
        agent: received['agent'],
      };
      expect(await agent.use('stage', version)).toMatchObject({ version: 2, notMarked: [] });

      const thread = threads(ada).filter({ hasText: 'Say “Sum”' });
      await thread
        .getByRole('button', { name: 'Open the thread by Ada' })
        .click({ position: { x: 4, y: 4 } });
      await thread.getByRole('button', { name: 'Confirm' }).click();
      await expect(thread.getByText('Confirmed in version 2')).toBeVisible();
    },
  );
