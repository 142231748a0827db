import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compile as compileSvelte } from 'svelte/compiler';
import { build, type Plugin } from 'vite';
import { compileScript, parse } from 'vue/compiler-sfc';
import type { Site } from './previewStage.ts';

/** Development builds of small projects by the real compilers of their frameworks. */

/** As the plugin of Vue does in development: the component names its file. */
const vue = (): Plugin => ({
  name: 'vue',
  transform(code, id) {
    if (!id.endsWith('.vue')) return null;
    const { descriptor } = parse(code, { filename: id });
    const { content } = compileScript(descriptor, {
      id: 'x',
      inlineTemplate: true,
      genDefaultAs: 'component',
    });
    return `${content}\ncomponent.__file = ${JSON.stringify(id)};\nexport default component;`;
  },
});

const svelte = (): Plugin => ({
  name: 'svelte',
  transform(code, id) {
    if (!id.endsWith('.svelte')) return null;
    return compileSvelte(code, { filename: id, dev: true, css: 'injected' }).js;
  },
});

interface Options {
  /** Whether source maps are staged with the scripts. */
  hasMaps?: boolean;
}

/** Builds a project of these files, whose start is `src/main`, in development mode. Returns what is staged. */
export async function developmentBuild(files: Site, { hasMaps = true }: Options = {}): Promise<Site> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stagelink-shop-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), content);
    }
    // The packages of this repository, as if they were installed in the project.
    await symlink(path.resolve(import.meta.dirname, '../../node_modules'), path.join(folder, 'node_modules'));
    const entry = Object.keys(files).find((name) => name.startsWith('src/main.')) ?? '';
    const built = await build({
      configFile: false,
      root: folder,
      mode: 'development',
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"development"' },
      oxc: { jsx: { runtime: 'automatic', development: true } },
      plugins: [vue(), svelte()],
      build: {
        write: false,
        minify: false,
        sourcemap: hasMaps,
        modulePreload: false,
        rolldownOptions: { input: path.join(folder, entry), output: { entryFileNames: 'assets/app.js' } },
      },
    });
    const outputs = Array.isArray(built) ? built : [built];
    const parts = outputs.flatMap((one) => ('output' in one ? one.output : []));
    return Object.fromEntries(
      parts.map((part) => [`/${part.fileName}`, 'code' in part ? part.code : String(part.source)]),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
