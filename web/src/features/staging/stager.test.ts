import { expect, test } from 'vitest';
import type { Bundle } from './api.ts';
import type { FoundFile } from './gather.ts';
import { type Destination, Stager } from './stager.ts';
import type { StagingState } from './steps.ts';

const found: FoundFile[] = [{ path: 'site/index.html', file: new File(['<h1>'], 'index.html') }];
const bundle: Bundle = { kind: 'folder', name: 'site', files: found, leftOut: [] };

/** Waits until what was resolved has been handled. */
const handled = () => new Promise((resolve) => setTimeout(resolve));

/** A stage whose steps end when the test says so. */
function stageInSteps() {
  const [gathered, prepared, sent] = [
    Promise.withResolvers<FoundFile[]>(),
    Promise.withResolvers<Bundle>(),
    Promise.withResolvers<string>(),
  ];
  const taken: string[] = [];
  const states: StagingState<string>[] = [];
  const take = <T>(step: string, result: Promise<T>) => {
    taken.push(step);
    return result;
  };
  const stager = new Stager<string>((state) => states.push(state));
  const destination: Destination<string> = {
    prepare: () => take('prepare', prepared.promise),
    send: () => take('send', sent.promise),
    onDone: (url) => taken.push(`done ${url}`),
    onLate: (url) => taken.push(`late ${url}`),
  };
  stager.start(destination, 'site', () => take('gather', gathered.promise));
  const steps = [
    () => gathered.resolve(found),
    () => prepared.resolve(bundle),
    () => sent.resolve('/s/one'),
  ] as const;
  return { stager, taken, states, steps };
}

test('a stage takes its steps in order and shows each', async () => {
  const { taken, states, steps } = stageInSteps();
  for (const end of steps) {
    end();
    await handled();
  }
  expect(taken).toEqual(['gather', 'prepare', 'send', 'done /s/one']);
  expect(states.map(({ step }) => step)).toEqual(['reading', 'sending', 'done']);
});

test.each([
  ['files are collected', 0, ['gather']],
  ['files are prepared', 1, ['gather', 'prepare']],
])('cancelled while %s, it takes no further step and shows nothing more', async (_when, at, expected) => {
  const { stager, taken, states, steps } = stageInSteps();
  for (const end of steps.slice(0, at)) {
    end();
    await handled();
  }
  stager.cancel();
  const shown = states.length;
  for (const end of steps) {
    end();
    await handled();
  }
  expect(taken).toEqual(expected);
  expect(states).toHaveLength(shown);
});

test('cancelled too late, it reports what was staged apart', async () => {
  const { stager, taken, states, steps } = stageInSteps();
  for (const end of steps.slice(0, 2)) {
    end();
    await handled();
  }
  stager.cancel();
  steps[2]();
  await handled();
  expect(taken).toEqual(['gather', 'prepare', 'send', 'late /s/one']);
  expect(states.map(({ step }) => step)).toEqual(['reading', 'sending']);
});

test('another choice about the same files keeps what was chosen before', async () => {
  const choices: unknown[] = [];
  const stager = new Stager<string>(() => undefined);
  const destination: Destination<string> = {
    prepare(_found, choice) {
      choices.push(choice);
      return Promise.reject(new Error('choose'));
    },
    send: () => Promise.resolve(''),
  };
  stager.start(destination, 'site', () => found);
  await handled();
  stager.startWith(destination, 'site', { output: 'dist' });
  await handled();
  stager.startWith(destination, 'site', { allowsSecrets: true });
  await handled();
  expect(choices).toEqual([{}, { output: 'dist' }, { output: 'dist', allowsSecrets: true }]);
});
