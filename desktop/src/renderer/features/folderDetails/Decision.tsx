import { describeQuestion, type StageQuestion } from '@stagelink/shared/staging/core/questions';
import { Button } from '@stagelink/web/kit/Button.tsx';
import { ConfirmDialog } from '@stagelink/web/kit/ConfirmDialog.tsx';
import { useState } from 'react';
import type { Folder } from '../../../protocol/folders.ts';
import { decide } from '../folders/actions.ts';
import { t } from './copy.ts';
import styles from './FolderStatusCard.module.css';

/** Asks what only a person can decide about a folder's files. Publishing keys needs a second confirmation. */
export function Decision({ folder, question }: { folder: Folder; question: StageQuestion }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { title, lines, question: ask, yes } = describeQuestion(question);
  const isSecret = question.kind === 'secrets';

  return (
    <section className={styles.card} data-tone={isSecret ? 'danger' : undefined} role="alert">
      <h2>{title}</h2>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className={styles.acts}>
        <Button onClick={() => void decide(folder, false)}>{t(isSecret ? 'cancelStage' : 'leaveOut')}</Button>
        <Button
          variant="plain"
          onClick={() => (isSecret ? setIsConfirming(true) : void decide(folder, true))}
        >
          {isSecret ? `${yes}…` : yes}
        </Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={ask}
          text={`${title} ${lines.join('; ')}.`}
          action={yes}
          onConfirm={() => decide(folder, true)}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </section>
  );
}
