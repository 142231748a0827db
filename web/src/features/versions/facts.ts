import { pinSummary } from '@stagelink/shared/domain/pinSummary';
import { ago, bytes } from '@stagelink/shared/domain/format';
import type { Version } from './api.ts';
import { t } from './copy.ts';

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

/** Returns facts about a version, the most useful first. */
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

/** Returns a summary of its pin results; null without any. */
export function pinsIn({ pins, removedPins: removed }: Version): string | null {
  if (!pins) return null;
  const { found, doubtful, lost } = pins;
  if (found + doubtful + lost === 0) return null;
  return pinSummary({ found, doubtful, lost: lost - removed, removed, unknown: 0 });
}
