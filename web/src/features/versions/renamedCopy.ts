import type { VersionDownload } from '@stagelink/shared/contracts/downloads';
import { defineCopy } from '../../lib/copy.ts';

const t = defineCopy({
  renamed_one: '{{count}} file has another name in the zip: {{names}}',
  renamed_other: '{{count}} files have another name in the zip: {{names}}',
  name: '{{path}} → {{name}}',
  more: 'and {{count}} more',
});

const NAMED_MAX = 3;

/** Says which files have another name in a zip. */
export function renamedText(files: VersionDownload['renamed']): string {
  const named = files.slice(0, NAMED_MAX).map(({ path, name }) => t('name', { path, name }));
  const rest = files.length - named.length;
  const names = [...named, ...(rest > 0 ? [t('more', { count: rest })] : [])].join(', ');
  return t('renamed', { count: files.length, names });
}
