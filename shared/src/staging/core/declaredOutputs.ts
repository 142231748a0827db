import * as z from 'zod/mini';

/** Reads a file of the project; an empty text when there is none. */
type ReadFile = (name: string) => Promise<string>;

const Text = z.optional(z.string());

const Netlify = z.object({ build: z.optional(z.object({ base: Text, publish: Text })) });
const Vercel = z.object({ outputDirectory: z.nullish(z.string()) });
const Site = z.object({ public: Text });
const Firebase = z.object({ hosting: z.optional(z.union([Site, z.array(Site)])) });
const Wrangler = z.object({
  pages_build_output_dir: Text,
  assets: z.optional(z.object({ directory: Text })),
  site: z.optional(z.object({ bucket: Text })),
});

async function parseToml(text: string): Promise<unknown> {
  const { parse } = await import('smol-toml');
  return parse(text);
}

/** Reads JSON with comments, too. */
async function parseJson(text: string): Promise<unknown> {
  const { default: JSON5 } = await import('json5');
  return JSON5.parse(text);
}

type Outputs = (config: unknown) => readonly (string | null | undefined)[];

/** Netlify’s own pages differ on whether `publish` starts at `base`. */
const ofNetlify: Outputs = (config) => {
  const { base, publish } = Netlify.parse(config).build ?? {};
  return publish === undefined || base === undefined ? [publish] : [`${base}/${publish}`, publish];
};

/** Several sites of one project are for the user to choose from. */
const ofFirebase: Outputs = (config) => {
  const { hosting = [] } = Firebase.parse(config);
  const [only, ...others] = [hosting].flat();
  return others.length === 0 ? [only?.public] : [];
};

const ofWrangler: Outputs = (config) => {
  const { pages_build_output_dir: pages, assets, site } = Wrangler.parse(config);
  return [pages, assets?.directory, site?.bucket];
};

interface Configuration {
  file: string;
  parse: (text: string) => Promise<unknown>;
  outputs: Outputs;
}

const CONFIGURATIONS: readonly Configuration[] = [
  { file: 'netlify.toml', parse: parseToml, outputs: ofNetlify },
  { file: 'vercel.json', parse: parseJson, outputs: (config) => [Vercel.parse(config).outputDirectory] },
  { file: 'firebase.json', parse: parseJson, outputs: ofFirebase },
  { file: 'wrangler.toml', parse: parseToml, outputs: ofWrangler },
  { file: 'wrangler.jsonc', parse: parseJson, outputs: ofWrangler },
  { file: 'wrangler.json', parse: parseJson, outputs: ofWrangler },
];

/** Returns a folder relative to the project, `.` for the project; null when it leads out of it. */
function insideFolder(value: string): string | null {
  const parts: string[] = [];
  for (const part of value.replaceAll('\\', '/').split('/')) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/') || '.';
}

/** A configuration that cannot be read declares nothing: its own tool reports what is wrong with it. */
async function declaredBy({ file, parse, outputs }: Configuration, read: ReadFile): Promise<string[]> {
  const text = await read(file);
  if (text.trim() === '') return [];
  try {
    const values = outputs(await parse(text.replace(/^\uFEFF/, '')));
    return values.flatMap((value) => insideFolder(value ?? '..') ?? []);
  } catch {
    return [];
  }
}

/**
 * Returns the output folders that the configuration of a project’s hosting names, best first, relative to the project.
 * Folders outside of it do not count.
 */
export async function declaredOutputs(read: ReadFile): Promise<string[]> {
  const declared = await Promise.all(CONFIGURATIONS.map((configuration) => declaredBy(configuration, read)));
  return [...new Set(declared.flat())];
}
