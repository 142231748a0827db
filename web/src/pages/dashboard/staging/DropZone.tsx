import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import { Upload } from 'lucide-react';
import { bytes } from '../../../ui/bytes.ts';
import { t } from '../../../words/staging.ts';
import { ChooseButtons } from './ChooseButtons.tsx';
import styles from './StagingArea.module.css';
import type { Gather } from './useStaging.ts';

/** The first button's id, so that a key can lead to it. */
export const START_ID = 'stage-snapshot';

interface DropZoneProps {
  limits: PlanLimits;
  /** Files are held over the page. */
  isOver: boolean;
  /** When something else on the screen is the next thing to do. */
  isQuiet: boolean;
  onChosen: (name: string, gather: Gather) => void;
}

/** Where a folder or a zip is dropped, on it or anywhere on the page, or chosen with a button. */
export function DropZone({ limits, isOver, isQuiet, onChosen }: DropZoneProps) {
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
        <ChooseButtons id={START_ID} isQuiet={isQuiet} onChosen={onChosen} />
      </div>
    </div>
  );
}
