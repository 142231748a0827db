import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { compile, type Section } from './compile.ts';
import { type Contents, renderPage } from './page.ts';
import { openApi, referencePages } from './reference/reference.ts';
import { webhooksPage } from './reference/webhooks.ts';
import { ARTICLES, markdownPathOf, pathOf, SECTIONS } from './sections.ts';

const HERE = import.meta.dirname;
const TEMPLATE = 'docs.html';
const BODY = '<!--docs-->';
const PROMISE =
  'Stagelink turns a folder on your computer into a private link that people open, comment on and approve.';

const read = async (folder: string, slug: string) =>
  compile(slug, await readFile(path.join(HERE, folder, `${slug}.md`), 'utf8'));

async function readContents(): Promise<Contents> {
  const guide = await Promise.all(SECTIONS.map((slug) => read('sections', slug)));
  const articles = await Promise.all(ARTICLES.map((slug) => read('../../docs', slug)));
  const [overviewOfCalls, ...calls] = referencePages();
  const pages = [...(overviewOfCalls ? [overviewOfCalls] : []), webhooksPage(), ...calls];
  const reference = await Promise.all(pages.map(({ slug, source }) => compile(slug, source)));
  return { guide, articles, reference };
}

/** Markdown is also read elsewhere, so its links name the server. */
const withFullLinks = (markdown: string) => markdown.replaceAll('](/', ']({APP_URL}/');

/** An overview for language models, as described at llmstxt.org. The server fills in its own address. */
function overview({ guide, articles, reference }: Contents): string {
  const line = ({ slug, title, description }: Section) =>
    `- [${title}]({APP_URL}${markdownPathOf(slug)}): ${description}`;
  const calls = '- [OpenAPI document]({APP_URL}/docs/api/openapi.json): every call of the server';
  return [
    '# Stagelink',
    `> ${PROMISE}`,
    '## Docs',
    [...guide, ...articles].map(line).join('\n'),
    '## API',
    [...reference.map(line), calls].join('\n'),
    '',
  ].join('\n\n');
}

const searchIndex = (sections: readonly Section[]) =>
  sections.flatMap(({ slug, title, description, passages }) =>
    passages.map(({ id, text, body }) => ({
      id: id === '' ? pathOf(slug) : `${pathOf(slug)}#${id}`,
      section: title,
      title: text,
      body: id === '' ? `${description} ${body}` : body,
    })),
  );

/** Compiles the documentation to complete pages, Markdown for agents, and the texts that the search finds. */
export function docs(): Plugin {
  return {
    name: 'docs',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const template = bundle[TEMPLATE];
      if (template?.type !== 'asset') this.error(`${TEMPLATE} was not built`);
      const html = String(template.source);
      if (!html.includes(BODY)) this.error(`${TEMPLATE} has no ${BODY}`);
      delete bundle[TEMPLATE];

      const contents = await readContents();
      const guide = [...contents.guide, ...contents.articles];
      const all = [...guide, ...contents.reference];
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
      const pages = all.map((section) => ({
        path: pathOf(section.slug),
        title: section.title,
        description: section.description,
        html: html.replace(BODY, () => renderPage(contents, section)),
      }));
      emit('docs.json', JSON.stringify(pages));
      emit('docs/search.json', JSON.stringify(searchIndex(all)));
      emit('llms.txt', overview(contents));
      emit('docs/api/openapi.json', JSON.stringify(openApi));
      emit('llms-full.txt', guide.map(({ markdown }) => withFullLinks(markdown)).join('\n'));
      for (const { slug, markdown } of all) emit(markdownPathOf(slug).slice(1), withFullLinks(markdown));
    },
  };
}
