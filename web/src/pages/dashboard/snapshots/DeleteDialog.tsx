import { Button, Group, Modal, Text } from '@mantine/core';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { t } from '../../../words/snapshots.ts';
import { remove } from './acts.ts';

interface DeleteDialogProps {
  snapshot: Snapshot;
  onClose: () => void;
}

export function DeleteDialog({ snapshot, onClose }: DeleteDialogProps) {
  const [isDeleting, setIsDeleting] = useState(false);

  async function confirm(): Promise<void> {
    setIsDeleting(true);
    const isDone = await remove(snapshot);
    setIsDeleting(false);
    if (isDone) onClose();
  }

  return (
    <Modal opened onClose={onClose} title={t('deleteTitle', { name: snapshot.name })}>
      <Text>{t('deleteText')}</Text>
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <Button color="red" loading={isDeleting} onClick={() => void confirm()}>
          {t('delete')}
        </Button>
      </Group>
    </Modal>
  );
}
