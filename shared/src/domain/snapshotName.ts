import { NAME_MAX } from '../contracts/limits.ts';
import { OUTPUT_NAMES, UNCERTAIN_NAMES } from './outputFolders.ts';

const OUTPUTS = new Set([...OUTPUT_NAMES, ...UNCERTAIN_NAMES].flatMap((name) => name.split('/')));
/** Names inside of outputs that say as little. */
const INNER = new Set(['browser', 'client', 'wwwroot', 'static', 'export']);
/** Titles that templates come with. */
const TEMPLATE_TITLE = /^(?:vite\b.*|react app|document|untitled|home|index|welcome to .*|astro basics)$/i;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** What a folder is known by. */
export interface FolderNames {
  folder: string;
  /** Name of the folder around it; empty when there is none. */
  parent: string;
  packageName: () => string | null;
  /** Returns the HTML of its first page. */
  page: () => string;
}

/** Whether a name says only that a build wrote the folder: `dist`, `html`. */
const saysLittle = (name: string): boolean => OUTPUTS.has(name) || INNER.has(name);

function titleOf(html: string): string | null {
  const [, title = ''] = /<title\b[^>]*>([^<]*)<\/title>/i.exec(html) ?? [];
  const text = title.replaceAll(/&(#39|\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
  const short = text.replaceAll(/\s+/g, ' ').trim();
  return short === '' || TEMPLATE_TITLE.test(short) ? null : short;
}

/**
 * Returns the name for a new snapshot: the folder's own, unless it is one that every build writes; then the package's,
 * the first page's title, or the name of the folder around it. Empty for the root of a disk.
 */
export function suggestedName({ folder, parent, packageName, page }: FolderNames): string {
  const name = saysLittle(folder)
    ? (packageName() ?? titleOf(page()) ?? (parent === '' || saysLittle(parent) ? folder : parent))
    : folder;
  return name.slice(0, NAME_MAX).trim();
}
