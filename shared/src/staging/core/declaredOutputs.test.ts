import { expect, test } from 'vitest';
import { declaredOutputs } from './declaredOutputs.ts';

const outputsOf = (files: Record<string, string>): Promise<string[]> =>
  declaredOutputs((name) => Promise.resolve(files[name] ?? ''));

test.for<[string, string, string[]]>([
  ['netlify.toml', '[build]\n  command = "make"\n  publish = "./site/out/"', ['site/out']],
  ['netlify.toml', '[build]\nbase = "web"\npublish = "web/dist"', ['web/web/dist', 'web/dist']],
  ['netlify.toml', '\uFEFF[build]\npublish = "."', ['.']],
  ['vercel.json', '{ "outputDirectory": "public" }', ['public']],
  ['vercel.json', '{ "outputDirectory": null }', []],
  ['firebase.json', '{ "hosting": { "public": "app/build" } }', ['app/build']],
  ['firebase.json', '{ "hosting": [{ "target": "a", "public": "/a" }] }', ['a']],
  ['firebase.json', '{ "hosting": [{ "public": "a" }, { "public": "b" }] }', []],
  ['wrangler.toml', 'pages_build_output_dir = "./dist"', ['dist']],
  ['wrangler.jsonc', '{\n  // static\n  "assets": { "directory": "./build/client", },\n}', ['build/client']],
  ['wrangler.json', '{ "site": { "bucket": "public" } }', ['public']],
])('%s with %s declares %j', async ([name, text, outputs]) => {
  expect(await outputsOf({ [name]: text })).toEqual(outputs);
});

test.for(['../private', 'a/../../private', '..\\private', '..'])(
  'a folder outside of the project, %s, is not declared',
  async (folder) => {
    expect(await outputsOf({ 'vercel.json': JSON.stringify({ outputDirectory: folder }) })).toEqual([]);
  },
);

test.for<[string, string]>([
  ['netlify.toml', '[build'],
  ['netlify.toml', 'build = 3'],
  ['vercel.json', '[]'],
  ['firebase.json', '{ "hosting": "public" }'],
])('%s that cannot be read, %s, declares nothing', async ([name, text]) => {
  expect(await outputsOf({ [name]: text })).toEqual([]);
});

test('all configurations of a project are read, one after the other', async () => {
  const files = { 'vercel.json': '{"outputDirectory":"b"}', 'netlify.toml': '[build]\npublish = "a"' };
  expect(await outputsOf(files)).toEqual(['a', 'b']);
});
