import { Button } from '@mantine/core';
import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import { Upload } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef } from 'react';
import { bytes } from '../../../ui/bytes.ts';
import { t } from '../../../words/staging.ts';
import { fromDrop, fromInput } from './gather.ts';
import styles from './StagingArea.module.css';
import { useFileDrop } from './useFileDrop.ts';
import type { Gather } from './useStaging.ts';

/** The first button's id, so that a key can lead to it. */
export const START_ID = 'stage-snapshot';

interface DropZoneProps {
  limits: PlanLimits;
  /** When something else on the screen is the next thing to do. */
  isQuiet: boolean;
  onChosen: (name: string, gather: Gather) => void;
}

/** Takes a folder or a zip: dropped anywhere on the page, or chosen with a button. */
export function DropZone({ limits, isQuiet, onChosen }: DropZoneProps) {
  const folder = useRef<HTMLInputElement>(null);
  const zip = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // React does not know the attribute.
    if (folder.current) folder.current.webkitdirectory = true;
  }, []);
  const isOver = useFileDrop((entries) => {
    onChosen(entries[0]?.name ?? '', (options) => fromDrop(entries, options));
  });

  function ask(input: HTMLInputElement | null): void {
    if (!input) return;
    // So that choosing the same folder again is a change again.
    input.value = '';
    input.click();
  }

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const files = [...(currentTarget.files ?? [])];
    const first = files[0];
    if (first) onChosen(first.webkitRelativePath.split('/')[0] || first.name, () => fromInput(files));
  }

  return (
    <div className={styles.zone} data-over={isOver}>
      <Upload className={styles.icon} size={20} aria-hidden />
      <div className={styles.words}>
        <p className={styles.title}>{isOver ? t('letGo') : t('title')}</p>
        <p className={styles.hint}>
          {t('hint', { limit: bytes(limits.snapshotBytes), days: limits.defaultExpiryDays })}
        </p>
      </div>
      <div className={styles.choices}>
        <Button
          id={START_ID}
          size="sm"
          variant={isQuiet ? 'default' : 'filled'}
          onClick={() => ask(folder.current)}
        >
          {t('chooseFolder')}
        </Button>
        <Button size="sm" variant="default" onClick={() => ask(zip.current)}>
          {t('chooseZip')}
        </Button>
      </div>
      <input ref={folder} type="file" multiple hidden onChange={choose} data-testid="folder" />
      <input ref={zip} type="file" hidden accept=".zip,application/zip" onChange={choose} data-testid="zip" />
    </div>
  );
}
