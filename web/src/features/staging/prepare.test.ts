import { FILES_PER_SNAPSHOT, PLAN_LIMITS } from '@stagelink/shared/contracts/limits';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { FoundFile } from './gather.ts';
import { prepare } from './prepare.ts';

const limits = PLAN_LIMITS.free;

function found(path: string, size = 1, text = 'x'): FoundFile {
  const file = new File([text], path.split('/').at(-1) ?? '');
  Object.defineProperty(file, 'size', { value: size });
  return { path, file };
}
const pathsOf = async (...paths: string[]) => {
  const bundle = await prepare(
    paths.map((path) => found(path)),
    limits,
  );
  return bundle.kind === 'folder'
    ? { name: bundle.name, paths: bundle.files.map(({ path }) => path) }
    : bundle.name;
};

describe('what was chosen is made ready', () => {
  test('a folder is staged from inside it, under its name', async () => {
    expect(await pathsOf('dist/index.html', 'dist/assets/app.js')).toEqual({
      name: 'dist',
      paths: ['index.html', 'assets/app.js'],
    });
  });

  test('of a project with its build, the build is staged under the name of the project', async () => {
    expect(
      await pathsOf('shop/package.json', 'shop/index.html', 'shop/dist/index.html', 'shop/dist/app.js'),
    ).toEqual({
      name: 'shop',
      paths: ['index.html', 'app.js'],
    });
  });

  test('a build output is named by the title of its page', async () => {
    const page = '<title>Harbor guide</title>';
    const files = [found('html/index.html', page.length, page)];
    expect(await prepare(files, limits)).toMatchObject({ name: 'Harbor guide' });
  });

  test.each([
    ['package.json', 'public'],
    ['conf.py', '_build/html'],
  ])('beside %s, the output in %s is found', async (other, output) => {
    const page = '<h1>Out</h1>';
    const files = [
      found(`shop/${other}`, 1, '{}'),
      found('shop/src/pages/index.js'),
      found(`shop/${output}/index.html`, page.length, page),
    ];
    expect(await prepare(files, limits)).toMatchObject({ name: 'shop', files: [{ path: 'index.html' }] });
  });

  test('the template of a project in public/ is no output', async () => {
    const template = '<link rel="icon" href="%PUBLIC_URL%/favicon.ico"><div id="root"></div>';
    const files = [
      found('shop/package.json', 2, '{}'),
      found('shop/public/index.html', template.length, template),
    ];
    await expect(prepare(files, limits)).rejects.toThrow('has not been built');
  });

  test.each([
    ['docs/.vitepress/dist', 'package.json'],
    ['.output/public', 'package.json'],
    ['apps/web/dist', 'package.json'],
    ['public', 'hugo.toml'],
    ['site', 'mkdocs.yml'],
  ])('the only output of a project is found in %s', async (output, other) => {
    expect(
      await pathsOf(`shop/${other}`, `shop/${output}/index.html`, `shop/${output}/a/index.html`),
    ).toEqual({
      name: 'shop',
      paths: ['index.html', 'a/index.html'],
    });
  });

  test('the page a package is built from is not its output', async () => {
    const files = ['package.json', 'apps/web/index.html', 'apps/web/dist/index.html'];
    const built = found('mono/apps/web/dist/index.html', 7);
    const bundle = await prepare([...files.slice(0, 2).map((file) => found(`mono/${file}`)), built], limits);
    expect(bundle).toMatchObject({ files: [{ path: 'index.html', file: built.file }] });
  });

  test('a project can be staged as it is', async () => {
    const files = ['ui/package.json', 'ui/index.html'].map((path) => found(path));
    await expect(prepare(files, limits)).rejects.toThrow(
      expect.objectContaining({ outputs: ['.'] }) as Error,
    );
    expect(await prepare(files, limits, { output: '.' })).toMatchObject({
      files: [{ path: 'package.json' }, { path: 'index.html' }],
    });
  });

  test('what the project’s .stagelinkignore names is left out, as every other client does', async () => {
    const files = [
      found('shop/.stagelinkignore', 1, '*.map\ndist/drafts/\n'),
      found('shop/dist/.stagelinkignore', 1, '/notes.html\n'),
      ...['package.json', 'dist/index.html', 'dist/app.js.map', 'dist/drafts/a.html', 'dist/notes.html'].map(
        (path) => found(`shop/${path}`),
      ),
    ];
    expect(await prepare(files, limits)).toMatchObject({ files: [{ path: 'index.html' }] });
  });

  test('what an ignore file brings back is sent after one that tells the server so', async () => {
    const bundle = await prepare(
      [
        found('site/.stagelinkignore', 1, '!.data\n'),
        ...['index.html', '.data/a.json', '.env', 'talk.key'].map((path) => found(`site/${path}`)),
        found('site/tls.key', 1, '-----BEGIN PRIVATE KEY-----'),
      ],
      limits,
    );
    const files = bundle.kind === 'folder' ? bundle.files : [];
    expect(files.map(({ path }) => path)).toEqual([
      '.stagelinkignore',
      'index.html',
      '.data/a.json',
      'talk.key',
    ]);
    expect(await files[0]?.file.text()).toBe('!*');
    expect(bundle.leftOut).toEqual(['.env', 'tls.key']);
  });

  test('the user decides about what a page needs although it is left out', async () => {
    const files = [
      found('site/index.html', 1, '<script>open("shop.db")</script>'),
      found('site/shop.db'),
      found('site/other.db'),
    ];
    await expect(prepare(files, limits)).rejects.toMatchObject({
      needed: [{ path: 'shop.db', from: 'index.html' }],
    });
    const bundleWith = async (withNeeded: boolean) => {
      const bundle = await prepare(files, limits, { withNeeded });
      const staged = bundle.kind === 'folder' ? bundle.files.map(({ path }) => path) : [];
      return { staged, leftOut: bundle.leftOut };
    };
    expect(await bundleWith(true)).toEqual({
      staged: ['.stagelinkignore', 'index.html', 'shop.db'],
      leftOut: ['other.db'],
    });
    expect(await bundleWith(false)).toEqual({ staged: ['index.html'], leftOut: ['other.db', 'shop.db'] });
  });

  test('an ignore file that is no text stops it', async () => {
    const file = new File([new Uint8Array([0x61, 0, 0x62, 0])], '.stagelinkignore');
    const chosen = [{ path: '.stagelinkignore', file }, found('index.html')];
    await expect(prepare(chosen, limits)).rejects.toThrow('is not a text in UTF-8 or UTF-16');
  });

  test('files without a folder are staged as they are', async () => {
    expect(await pathsOf('index.html', 'style.css')).toEqual({
      name: 'index.html',
      paths: ['index.html', 'style.css'],
    });
  });

  test.each([['mockup.png'], ['notes.md'], ['deck.pdf'], ['clip.mp4'], ['report.html']])(
    '%s alone is staged',
    async (name) => {
      expect(await pathsOf(name)).toMatchObject({ paths: [name] });
    },
  );

  test('a folder of pictures is staged', async () => {
    expect(await pathsOf('photos/one.png', 'photos/two.png')).toEqual({
      name: 'photos',
      paths: ['one.png', 'two.png'],
    });
  });

  test('a zip is sent whole, under its name', async () => {
    expect(await pathsOf('shop.zip')).toBe('shop');
  });
});

describe('what cannot be staged is rejected with a sentence before anything is sent', () => {
  test.each([
    [[], 'It contains nothing to stage'],
    [['shop/package.json', 'shop/src/main.ts'], 'This is a project that has not been built'],
    [['data/one.csv', 'data/two.txt'], 'nothing in it that a link could open'],
    [['tool/README.md', 'tool/main.py'], 'has not been built'],
    [['a.zip', 'b.zip'], 'one zip or one folder'],
    [
      ['site/index.html', 'site/bad\u202ename.html'],
      'cannot be staged: its name has control or invisible characters',
    ],
  ])('%j', async (paths, sentence) => {
    await expect(pathsOf(...paths)).rejects.toThrow(sentence);
  });

  test('more than the plan allows', async () => {
    const large = [found('site/index.html'), found('site/film.mp4', limits.snapshotBytes)];
    await expect(prepare(large, limits)).rejects.toThrow('It is 20.1 MB. At most 20 MB');
    await expect(prepare([found('site.zip', limits.snapshotBytes + 1)], limits)).rejects.toThrow(
      'At most 20 MB',
    );
    expect((await prepare([found('site.zip', limits.snapshotBytes)], limits)).kind).toBe('zip');
  });

  test('more files than a snapshot may have', async () => {
    const many = Array.from({ length: FILES_PER_SNAPSHOT + 1 }, (_, index) => found(`site/${index}.html`));
    await expect(prepare(many, limits)).rejects.toThrow(
      'It has 10001 files. A snapshot can have at most 10000',
    );
    expect((await prepare(many.slice(1), limits)).kind).toBe('folder');
  });
});

describe('a zip is looked into before it is sent', () => {
  const zipOf = (...names: string[]): FoundFile => {
    const bytes = zipSync(Object.fromEntries(names.map((name) => [name, strToU8('x')])));
    return { path: 'site.zip', file: new File([bytes], 'site.zip') };
  };

  test.each([
    ['a site', ['index.html', 'a.css']],
    ['one folder', ['site/home.html', '__MACOSX/site/._home.html']],
    ['pictures', ['a.png', 'b.png']],
    ['a built project', ['shop/package.json', 'shop/dist/index.html']],
  ])('of %s', async (_what, names) => {
    expect(await prepare([zipOf(...names)], limits)).toMatchObject({ kind: 'zip', name: 'site' });
  });

  test.each([
    ['sources', ['package.json', 'src/page.njk'], 'has not been built'],
    ['sources of a generator', ['mkdocs.yml', 'docs/index.md'], 'has not been built'],
    ['data', ['one.csv'], 'nothing in it that a link could open'],
  ])('and refused when it holds %s', async (_what, names, says) => {
    await expect(prepare([zipOf(...names)], limits)).rejects.toThrow(says);
  });

  test('of several builds is staged from the one that the user chooses', async () => {
    const zip = zipOf('package.json', 'apps/a/dist/index.html', 'apps/b/dist/index.html', 'apps/c/a.csv');
    await expect(prepare([zip], limits)).rejects.toMatchObject({
      message: 'This project contains several builds. Choose the one to stage.',
      outputs: ['apps/a/dist', 'apps/b/dist'],
    });
    const output = 'apps/b/dist';
    expect(await prepare([zip], limits, { output })).toMatchObject({ kind: 'zip', output });
    await expect(prepare([zip], limits, { output: 'apps/c' })).rejects.toThrow('nothing in it that a link');
  });

  test('of sources with a page is staged as it is when the user wants that', async () => {
    const zip = zipOf('package.json', 'index.html');
    await expect(prepare([zip], limits)).rejects.toMatchObject({ outputs: ['.'] });
    expect(await prepare([zip], limits, { output: '.' })).toMatchObject({ kind: 'zip' });
  });
});
