import type { AccessToken } from '@stagelink/shared/contracts/tokens';
import { ago, day, moment } from '@stagelink/shared/domain/format';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { deleteToken } from './api.ts';
import { toast, toastFailure } from '../../../kit/toast.ts';
import { Button } from '../../../kit/Button.tsx';
import { IconButton } from '../../../kit/IconButton.tsx';
import { tokens as t } from '../../editorExtension/copy.ts';
import { Text } from '../../../kit/layout/Text.tsx';
import styles from './Tokens.module.css';

function Facts({ token, now }: { token: AccessToken; now: Date }) {
  const createdAt = new Date(token.createdAt);
  const expiresAt = new Date(token.expiresAt);
  const usedAt = token.lastUsed === null ? null : new Date(token.lastUsed);
  const isOver = expiresAt <= now;
  return (
    <p className={styles.facts}>
      <span title={moment(createdAt)}>{t('created', { when: day(createdAt, now) })}</span>
      <span title={moment(expiresAt)} data-over={isOver}>
        {t(isOver ? 'expiredOn' : 'expiresOn', { day: day(expiresAt, now) })}
      </span>
      <span title={usedAt ? moment(usedAt) : undefined}>
        {usedAt ? t('used', { when: ago(usedAt, now) }) : t('neverUsed')}
      </span>
    </p>
  );
}

interface QuestionProps {
  token: AccessToken;
  onCancel: () => void;
  onDeleted: () => void;
}

/** Confirms, because programs may be using the token. */
function DeleteQuestion({ token: { id, description: name }, onCancel, onDeleted }: QuestionProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);

  async function confirm(): Promise<void> {
    setIsDeleting(true);
    try {
      await deleteToken(id);
      onDeleted();
      toast(t('deleted', { name }));
    } catch (error) {
      setIsDeleting(false);
      toastFailure(t('deleteFailed'), error);
    }
  }

  return (
    <div className={styles.question}>
      <p>{t('deleteQuestion', { name })}</p>
      <Button ref={cancel} size="small" variant="plain" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button size="small" isDanger isLoading={isDeleting} onClick={() => void confirm()}>
        {t('delete')}
      </Button>
    </div>
  );
}

interface TokenRowProps {
  token: AccessToken;
  now: Date;
  onDeleted: () => void;
}

export function TokenRow({ token, now, onDeleted }: TokenRowProps) {
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function cancel(): void {
    setIsAsking(false);
    button.current?.focus();
  }

  return (
    <li className={styles.row}>
      <Text as="div" isGrowing size="small">
        <p className={styles.name}>{token.description}</p>
        <p className={styles.scopesOf}>{token.scopes.map((scope) => t(scope)).join(' · ')}</p>
        {token.agent && <p className={styles.facts}>{t('agentFrom', token.agent)}</p>}
        <Facts token={token} now={now} />
      </Text>
      <IconButton
        ref={button}
        label={t('deleteNamed', { name: token.description })}
        aria-expanded={isAsking}
        onClick={() => setIsAsking(!isAsking)}
      >
        <Trash2 size={15} />
      </IconButton>
      {isAsking && <DeleteQuestion token={token} onCancel={cancel} onDeleted={onDeleted} />}
    </li>
  );
}
