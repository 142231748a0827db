import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { folderWith } from '@stagelink/shared/staging/node/testing/folders';
import { type StagingServer, stagingServer } from '@stagelink/shared/staging/node/testing/stagingServer';
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestEngine, testEngine } from './testing/testEngine.ts';

/** Archive with `site/index.html` and `site/a.css`. */
const ZIP = Buffer.from(
  'UEsDBBQAAAAAAAAAIQCDFtyMAQAAAAEAAAAPAAAAc2l0ZS9pbmRleC5odG1seFBLAwQUAAAAAAAAACEAAAAAAAAAAAAAAAAACgAAAHNpdGUvYS5jc3NQSwECFAMUAAAAAAAAACEAgxbcjAEAAAABAAAADwAAAAAAAAAAAAAAgAEAAAAAc2l0ZS9pbmRleC5odG1sUEsBAhQDFAAAAAAAAAAhAAAAAAAAAAAAAAAAAAoAAAAAAAAAAAAAAIABLgAAAHNpdGUvYS5jc3NQSwUGAAAAAAIAAgB1AAAAVgAAAAAA',
  'base64',
);

let server: StagingServer;
let engine: TestEngine;
let watched: PromiseWithResolvers<void>;

beforeEach(async () => {
  server = await stagingServer();
  watched = Promise.withResolvers();
  engine = testEngine({ onWatched: () => watched.resolve() });
  await engine.signIn(server.url);
});

const publishedNames = () => [...server.snapshots.values()].flatMap((files) => [...files.keys()]).toSorted();

describe('a file', () => {
  test.each([
    ['report.html', '<link rel="stylesheet" href="a.css"><h1>Report</h1>', ['a.css', 'report.html']],
    ['deck.pdf', '%PDF-1.7', ['deck.pdf']],
    ['mockup.png', 'png', ['mockup.png']],
  ])('%s is staged alone, with what it refers to', async (name, content, names) => {
    const folder = folderWith({ [name]: content, 'a.css': '', 'private.html': 'x', 'package.json': '{}' });
    const { id, name: shown } = await engine.add(path.join(folder, name));
    expect(shown).toBe(path.parse(name).name);
    await engine.handlers['folders.stage'](id);
    expect(await engine.untilEnded(1)).toMatchObject([{ outcome: 'staged', version: 1 }]);
    expect(publishedNames()).toEqual(names);
  });

  test('that is a zip is staged like the folder it was made of', async () => {
    const zip = path.join(folderWith({}), 'site.zip');
    writeFileSync(zip, ZIP);
    const { id } = await engine.add(zip);
    await engine.handlers['folders.stage'](id);
    expect(await engine.untilEnded(1)).toMatchObject([{ outcome: 'staged' }]);
    expect(publishedNames()).toEqual(['a.css', 'index.html']);
  });

  test('that a link cannot open is refused, with what can be staged', async () => {
    const file = path.join(folderWith({ 'rows.csv': '1,2' }), 'rows.csv');
    await expect(engine.handlers['folders.add'](file)).rejects.toMatchObject({
      message: 'A link cannot open rows.csv.',
      hint: expect.stringContaining('a picture') as string,
    });
    expect(engine.handlers['folders.list']()).toEqual([]);
  });

  test('that is saved is staged again when the user wants that', async () => {
    const file = path.join(folderWith({ 'report.html': '<h1>One</h1>', 'b.html': 'x' }), 'report.html');
    const { id } = await engine.add(file);
    await engine.handlers['folders.stage'](id);
    await engine.untilEnded(1);
    await engine.handlers['folders.change'](id, { watched: 'sources' });
    await watched.promise;
    writeFileSync(file, '<h1>Two</h1>');
    expect((await engine.untilEnded(2)).at(-1)).toMatchObject({ outcome: 'staged', version: 2 });
    expect(publishedNames()).toEqual(['report.html']);
  });
});
