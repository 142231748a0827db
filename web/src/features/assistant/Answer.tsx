import type { AssistantItem, AssistantMessage, AssistantTarget } from '@stagelink/shared/contracts/assistant';
import { CircleAlert, Eye, Lightbulb } from 'lucide-react';
import { MarkdownText } from '../../kit/markdown/MarkdownText.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './AssistantPanel.module.css';
import { t } from './copy.ts';

const ICONS = { fault: CircleAlert, hint: Lightbulb, look: Eye };

type OnJump = (target: AssistantTarget) => void;

interface ItemProps {
  item: AssistantItem;
  target: AssistantTarget | undefined;
  onJump: OnJump;
}

function Item({ item: { title, why, fix, severity }, target, onJump }: ItemProps) {
  const Icon = ICONS[severity];
  const content = (
    <>
      <span className={styles.severity} data-severity={severity}>
        <Icon size={14} aria-hidden />
        {t(severity)}
      </span>
      <strong className={styles.itemTitle}>{title}</strong>
      <Text as="span" tone="muted">
        {why}
      </Text>
      {fix !== '' && (
        <span className={styles.fix}>
          <b>{t('fix')}</b> {fix}
        </span>
      )}
    </>
  );
  return (
    <li>
      {target ? (
        <button
          type="button"
          className={styles.item}
          title={t('show', { label: target.label })}
          onClick={() => onJump(target)}
        >
          {content}
        </button>
      ) : (
        <div className={styles.item}>{content}</div>
      )}
    </li>
  );
}

interface AnswerProps {
  message: Pick<AssistantMessage, 'content' | 'items' | 'targets'>;
  onJump: OnJump;
}

/** An answer with its points; each leads to its element. */
export function Answer({ message: { content, items, targets }, onJump }: AnswerProps) {
  const mentioned = targets.filter(({ ref }) => !items.some((item) => item.ref === ref));
  return (
    <>
      <MarkdownText text={content} hasLinks={false} />
      {items.length > 0 && (
        <ul className={styles.items}>
          {items.map((item) => (
            <Item
              key={item.ref + item.title}
              item={item}
              target={targets.find(({ ref }) => ref === item.ref)}
              onJump={onJump}
            />
          ))}
        </ul>
      )}
      {mentioned.length > 0 && (
        <p className={styles.mentioned}>
          <span>{t('mentioned')}</span>
          {mentioned.map((target) => (
            <button
              key={target.ref}
              type="button"
              className={styles.chip}
              aria-label={t('show', { label: target.label })}
              onClick={() => onJump(target)}
            >
              {target.label}
            </button>
          ))}
        </p>
      )}
    </>
  );
}
