import { Button, Group, Modal, PasswordInput, Text, TextInput } from '@mantine/core';
import * as api from '@stagelink/shared/contracts/accounts';
import { PASSWORD_MAX } from '@stagelink/shared/contracts/limits';
import { type SubmitEvent, useState } from 'react';
import { sentence } from '../../../data/sentence.ts';
import { deleteAccount } from '../../../data/session.ts';
import { BusyButton } from '../../../ui/BusyButton.tsx';
import { toast } from '../../../ui/toast.ts';
import { t as common } from '../../../words/common.ts';
import { t } from '../../../words/settings.ts';
import styles from './DeleteAccount.module.css';

const GOES = ['deleteSnapshots', 'deleteFiles', 'deleteComments', 'deleteProjects', 'deleteTokens'] as const;
const WORD = 'DELETE';

/** What goes, to be agreed to before the word is asked for. */
function Warning({ email, onCancel, onAgree }: { email: string; onCancel: () => void; onAgree: () => void }) {
  return (
    <>
      <Text mt={8}>{t('deleteIntro', { email })}</Text>
      <ul className={styles.goes}>
        {GOES.map((what) => (
          <li key={what}>{t(what)}</li>
        ))}
      </ul>
      <Text fw={500}>{t('deleteFinal')}</Text>
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {common('cancel')}
        </Button>
        <Button color="red" onClick={onAgree}>
          {t('continue')}
        </Button>
      </Group>
    </>
  );
}

interface TypedWordProps {
  user: Pick<api.User, 'uid' | 'hasPassword'>;
  isDeleting: boolean;
  onDeleting: (isDeleting: boolean) => void;
  /** Nothing was deleted, and nothing will be. */
  onCancel: () => void;
}

function TypedWord({ user, isDeleting, onDeleting, onCancel }: TypedWordProps) {
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string | null>(null);

  async function remove(): Promise<void> {
    onDeleting(true);
    setFailure(null);
    try {
      await deleteAccount({ uid: user.uid, confirm: WORD, currentPassword: password });
    } catch (error) {
      setFailure(sentence(error, '') || t('deleteFailed'));
      onDeleting(false);
    }
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (typed !== WORD) onCancel();
    else if (user.hasPassword && password === '') setFailure(t('enterCurrentPassword'));
    else void remove();
  }

  return (
    <form onSubmit={submit}>
      <TextInput
        mt={16}
        label={t('typeDelete')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog's second question takes the place of its first
        autoFocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {user.hasPassword && (
        <PasswordInput
          mt={16}
          label={t('currentPassword')}
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
        />
      )}
      {failure && (
        <Text role="alert" mt={8} c="var(--danger)">
          {failure}
        </Text>
      )}
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" disabled={isDeleting} onClick={onCancel}>
          {common('cancel')}
        </Button>
        <BusyButton type="submit" color="red" loading={isDeleting}>
          {t('deleteAccount')}
        </BusyButton>
      </Group>
    </form>
  );
}

interface DeleteAccountProps {
  user: api.User;
  onClose: () => void;
}

/** Asks twice: to agree to what goes, then for a word that is not typed by accident and the password. */
export function DeleteAccount({ user, onClose }: DeleteAccountProps) {
  const [hasAgreed, setHasAgreed] = useState(false);
  // What has been asked for cannot be called off any more.
  const [isDeleting, setIsDeleting] = useState(false);

  function cancel(): void {
    toast(t('deletionCancelled'));
    onClose();
  }

  return (
    <Modal
      opened
      onClose={cancel}
      withCloseButton={false}
      closeOnEscape={!isDeleting}
      closeOnClickOutside={!isDeleting}
    >
      <Modal.Title fz={16} fw={600} lh={1.4}>
        {t('deleteTitle')}
      </Modal.Title>
      {hasAgreed ? (
        <TypedWord user={user} isDeleting={isDeleting} onDeleting={setIsDeleting} onCancel={cancel} />
      ) : (
        <Warning email={user.email} onCancel={cancel} onAgree={() => setHasAgreed(true)} />
      )}
    </Modal>
  );
}
