import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import { bytes } from '@stagelink/shared/domain/format';
import { Upload } from 'lucide-react';
import { t } from './copy.ts';
import { ChooseButtons } from './ChooseButtons.tsx';
import styles from './StagingArea.module.css';
import type { Gather } from './useStaging.ts';

/** Id of the first button, for keyboard shortcuts. */
export const START_ID = 'stage-snapshot';

interface DropZoneProps {
  limits: PlanLimits;
  /** Files are dragged over the page. */
  isOver: boolean;
  /** True if something else on the screen is the primary action. */
  isQuiet: boolean;
  onChosen: (name: string, gather: Gather) => void;
}

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
