import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** How one prototype of the pictures differs from the one it is made of. */
export interface Look {
  name: string;
  source: 'server/sample' | 'tests/prototypes/multi-page';
  heading: string;
  /** Replaces the source's dark color. */
  color: string;
  /** Replaces the source's background. */
  paper: string;
}

const DARK = { 'server/sample': /#0b5563/g, 'tests/prototypes/multi-page': /#a2452c/g };
const PAPER = { 'server/sample': /#f6f4ee/g, 'tests/prototypes/multi-page': /#f2f1ee/g };
const STYLE = { 'server/sample': 'style.css', 'tests/prototypes/multi-page': 'css/style.css' };

async function rewrite(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')));
}

/** Writes a copy of a prototype with another look. Returns its folder. */
export async function prototypeWith({ source, heading, color, paper }: Look): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stagelink-pictures-'));
  await cp(path.join(ROOT, source), folder, { recursive: true });
  await rewrite(path.join(folder, 'index.html'), (html) =>
    html.replace(/<h1>[^<]*<\/h1>/, `<h1>${heading}</h1>`),
  );
  await rewrite(path.join(folder, STYLE[source]), (css) =>
    css.replace(DARK[source], color).replace(PAPER[source], paper),
  );
  return folder;
}
