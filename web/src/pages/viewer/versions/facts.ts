import type { Version } from '../../../data/versions.ts';
import { ago } from '../../../ui/times.ts';
import { bytes } from '../../../ui/bytes.ts';
import { t } from '../../../words/versions.ts';

const CLIENTS: Record<string, string> = {
  cli: t('by_cli'),
  web: t('by_web'),
  desktop: t('by_desktop'),
  extension: t('by_extension'),
  capture: t('by_capture'),
  mcp: t('by_mcp'),
  api: t('by_api'),
};

const COMMIT_LENGTH = 7;

function commitOf({ gitBranch, gitCommit }: Version): string | null {
  const commit = gitCommit?.slice(0, COMMIT_LENGTH) ?? null;
  return gitBranch && commit ? `${gitBranch}@${commit}` : (gitBranch ?? commit);
}

/** What is said about a version, in the order of its use. */
export function factsOf(version: Version, now: Date): string[] {
  const { createdAt, totalBytes, fileCount, client } = version;
  const facts = [
    ago(new Date(createdAt), now),
    bytes(totalBytes),
    t('files', { count: fileCount }),
    CLIENTS[client] ?? client,
    commitOf(version),
  ];
  return facts.filter((fact) => fact !== null);
}

/** What has become of the pins on it; null while nobody has looked. */
export function pinsIn({ pins }: Version): string | null {
  if (!pins) return null;
  const { found, doubtful, lost } = pins;
  if (lost + doubtful === 0) return found === 0 ? null : t('pinsFound', { count: found });
  const parts = [
    ...(lost > 0 ? [t('pinsLost', { count: lost })] : []),
    ...(doubtful > 0 ? [t('pinsDoubtful', { count: doubtful })] : []),
  ];
  return parts.join(', ');
}
