import path from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer, normalizePath, type Plugin, type Rolldown } from 'vite';
import type * as prerendered from './src/app/prerendered.tsx';

const HERE = import.meta.dirname;
const PAGES = path.join(HERE, 'src/app/prerendered.tsx');
const TEMPLATE = 'index.html';
/** What the template loads for the app: its scripts and styles. */
const APP_FILES =
  /\s*<(?:script type="module"|link rel="(?:modulepreload|stylesheet)")[^>]*>(?:<\/script>)?/g;
const ROOT = '<div id="root"></div>';
/** The theme shows a prerendered root once what follows it has arrived. */
const shownWhenComplete = (html: string) =>
  `<div id="root" data-prerendered>${html}</div><template></template>`;

/** Returns the styles of chunks, each after those of the chunks that it imports. */
function stylesOf(bundle: Rolldown.OutputBundle, first: readonly Rolldown.OutputChunk[]): string[] {
  const styles = new Set<string>();
  const seen = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk) => {
    if (seen.has(chunk.fileName)) return;
    seen.add(chunk.fileName);
    for (const imported of chunk.imports) {
      const file = bundle[imported];
      if (file?.type === 'chunk') visit(file);
    }
    for (const file of chunk.viteMetadata?.importedCss ?? []) styles.add(file);
  };
  for (const chunk of first) visit(chunk);
  return [...styles];
}

/** Runs the components in Node, with the class names of their style sheets. */
async function renderPages(): Promise<prerendered.PrerenderedPage[]> {
  const server = await createServer({
    root: HERE,
    configFile: false,
    plugins: [react()],
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    await server.environments.ssr.pluginContainer.buildStart({});
    const module = (await server.ssrLoadModule(PAGES)) as typeof prerendered;
    return module.renderPages();
  } finally {
    await server.close();
  }
}

/** Writes `pages.json`: pages whose HTML is complete before any script runs, made of the app's page. */
export function prerender(): Plugin {
  return {
    name: 'prerender',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const template = bundle[TEMPLATE];
      if (template?.type !== 'asset') this.error(`${TEMPLATE} was not built`);
      const shell = String(template.source).replace(APP_FILES, '');
      const chunkOf = (module: string) => {
        const full = normalizePath(path.join(HERE, module));
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        return chunks.find((chunk) => chunk.facadeModuleId === full) ?? this.error(`${module} was not built`);
      };
      const pages = (await renderPages()).map(({ path: at, variant, html, script, component }) => {
        const scriptChunk = chunkOf(script);
        // The script's styles begin with the theme, which orders the layers of all others.
        const files = stylesOf(bundle, [scriptChunk, chunkOf(component)]);
        const links = files.map((file) => `<link rel="stylesheet" href="/${file}">`);
        const loaded = `<script type="module" src="/${scriptChunk.fileName}"></script>`;
        const head = `${[...links, loaded].join('\n    ')}\n  </head>`;
        return {
          path: at,
          variant,
          html: shell.replace('</head>', () => head).replace(ROOT, () => shownWhenComplete(html)),
        };
      });
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages) });
    },
  };
}
