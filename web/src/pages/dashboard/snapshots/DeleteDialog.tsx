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
    <Modal opened onClose={onClose} withCloseButton={false}>
      <Modal.Title fz={16} fw={600} lh={1.4}>
        {t('deleteTitle', { name: snapshot.name })}
      </Modal.Title>
      <Text mt={8}>{t('deleteText')}</Text>
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
