import { Button } from '@stagelink/web/kit/Button.tsx';
import { ConfirmDialog } from '@stagelink/web/kit/ConfirmDialog.tsx';
import { useState } from 'react';
import type { Folder, FolderQuestion } from '../../../protocol/folders.ts';
import { decide } from '../folders/actions.ts';
import { describeDecision } from '../folders/describeDecision.ts';
import styles from './FolderStatusCard.module.css';

/** Asks what only a person can decide about a folder. Publishing keys needs a second confirmation. */
export function Decision({ folder, question }: { folder: Folder; question: FolderQuestion }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { title, lines, question: ask, yes, no } = describeDecision(question);
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
        <Button onClick={() => void decide(folder, false)}>{no}</Button>
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
