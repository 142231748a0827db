import { FILES_PER_SNAPSHOT, PLAN_LIMITS } from '@stagelink/shared/contracts/limits';
import { describe, expect, test } from 'vitest';
import type { Found } from './gather.ts';
import { prepare } from './prepare.ts';

const limits = PLAN_LIMITS.free;

function found(path: string, size = 1): Found {
  const file = new File(['x'], path.split('/').at(-1) ?? '');
  Object.defineProperty(file, 'size', { value: size });
  return { path, file };
}
const pathsOf = (...paths: string[]) => {
  const bundle = prepare(
    paths.map((path) => found(path)),
    limits,
  );
  return bundle.kind === 'folder'
    ? { name: bundle.name, paths: bundle.files.map(({ path }) => path) }
    : bundle.name;
};

describe('what was chosen is made ready', () => {
  test('a folder is staged from inside it, under its name', () => {
    expect(pathsOf('dist/index.html', 'dist/assets/app.js')).toEqual({
      name: 'dist',
      paths: ['index.html', 'assets/app.js'],
    });
  });

  test('of a project with its build, the build is staged under the name of the project', () => {
    expect(
      pathsOf('shop/package.json', 'shop/index.html', 'shop/dist/index.html', 'shop/dist/app.js'),
    ).toEqual({
      name: 'shop',
      paths: ['index.html', 'app.js'],
    });
  });

  test.each([
    ['docs/.vitepress/dist', 'package.json'],
    ['.output/public', 'package.json'],
    ['apps/web/dist', 'package.json'],
    ['public', 'hugo.toml'],
    ['site', 'mkdocs.yml'],
  ])('the only output of a project is found in %s', (output, other) => {
    expect(pathsOf(`shop/${other}`, `shop/${output}/index.html`, `shop/${output}/a/index.html`)).toEqual({
      name: 'shop',
      paths: ['index.html', 'a/index.html'],
    });
  });

  test('the page a package is built from is not its output', () => {
    const files = ['package.json', 'apps/web/index.html', 'apps/web/dist/index.html'];
    const built = found('mono/apps/web/dist/index.html', 7);
    const bundle = prepare([...files.slice(0, 2).map((file) => found(`mono/${file}`)), built], limits);
    expect(bundle).toMatchObject({ files: [{ path: 'index.html', file: built.file }] });
  });

  test('a project can be staged as it is', () => {
    const files = ['ui/package.json', 'ui/index.html'].map((path) => found(path));
    expect(() => prepare(files, limits)).toThrow(expect.objectContaining({ outputs: ['.'] }) as Error);
    expect(prepare(files, limits, '.')).toMatchObject({
      files: [{ path: 'package.json' }, { path: 'index.html' }],
    });
  });

  test('files without a folder are staged as they are', () => {
    expect(pathsOf('index.html', 'style.css')).toEqual({
      name: 'index.html',
      paths: ['index.html', 'style.css'],
    });
  });

  test('a zip is sent whole, under its name', () => {
    expect(pathsOf('shop.zip')).toBe('shop');
  });
});

describe('what cannot be staged is refused before anything is sent, in a sentence', () => {
  test.each([
    [[], 'There is nothing to stage in it'],
    [['shop/package.json', 'shop/src/main.ts'], 'This is a project without its build'],
    [['photos/one.png', 'photos/two.png'], 'There is no HTML page in it'],
    [['a.zip', 'b.zip'], 'one zip at a time'],
    [
      ['site/index.html', 'site/bad:name.html'],
      '“bad:name.html” cannot be staged: its name has one of the characters',
    ],
    [['site/index.html', 'site/Index.html'], 'differs from “index.html” only by case'],
  ])('%j', (paths, sentence) => {
    expect(() => pathsOf(...paths)).toThrow(sentence);
  });

  test('more than the plan allows', () => {
    const large = [found('site/index.html'), found('site/film.mp4', limits.snapshotBytes)];
    expect(() => prepare(large, limits)).toThrow('It is 20.0 MB in size; your plan allows 20 MB');
    expect(() => prepare([found('site.zip', limits.snapshotBytes + 1)], limits)).toThrow(
      'your plan allows 20 MB',
    );
    expect(prepare([found('site.zip', limits.snapshotBytes)], limits).kind).toBe('zip');
  });

  test('more files than a snapshot may have', () => {
    const many = Array.from({ length: FILES_PER_SNAPSHOT + 1 }, (_, index) => found(`site/${index}.html`));
    expect(() => prepare(many, limits)).toThrow('It has 10001 files; a snapshot may have 10000');
    expect(prepare(many.slice(1), limits).kind).toBe('folder');
  });
});
