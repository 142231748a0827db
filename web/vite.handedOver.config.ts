import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/** Folders of pdf.js that its worker reads when a file needs them: character maps, fonts, decoders, colour profiles. */
const DATA = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];

/** Copies what pdf.js loads on its own. */
const pdfFiles = (): Plugin => ({
  name: 'pdf-files',
  generateBundle() {
    const root = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
    const copy = (from: string, to: string) =>
      this.emitFile({ type: 'asset', fileName: `pdf/${to}`, source: readFileSync(path.join(root, from)) });
    copy('legacy/build/pdf.worker.min.mjs', 'worker.js');
    for (const folder of DATA) {
      for (const name of readdirSync(path.join(root, folder))) copy(`${folder}/${name}`, `${folder}/${name}`);
    }
  },
});

/** Builds the scripts of the pages that hosting makes of pictures, Markdown, PDFs and videos. */
export default defineConfig({
  publicDir: false,
  plugins: [pdfFiles()],
  base: './',
  build: {
    outDir: 'dist-handed-over',
    license: { fileName: 'licences.md' },
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        page: 'handedOver/page.ts',
        markdown: 'handedOver/markdown.ts',
        pdf: 'handedOver/pdf.ts',
        video: 'handedOver/video.ts',
      },
      output: {
        entryFileNames: '[name].js',
        assetFileNames: '[name][extname]',
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
});
