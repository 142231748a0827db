import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../words/common.ts';
import { BusyButton } from './BusyButton.tsx';
import { useFocusBack } from './useFocusBack.ts';

interface ConfirmDialogProps {
  title: string;
  text: string;
  /** What the button says. */
  action: string;
  /** True when it worked; the dialog stays when it did not. */
  onConfirm: () => Promise<boolean>;
  onClose: () => void;
}

/** Asks before something final. Once it is being done it cannot be called off, and the dialog stays until it is. */
export function ConfirmDialog({ title, text, action, onConfirm, onClose }: ConfirmDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  useFocusBack();

  async function confirm(): Promise<void> {
    setIsBusy(true);
    const isDone = await onConfirm();
    setIsBusy(false);
    if (isDone) onClose();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      closeOnEscape={!isBusy}
      closeOnClickOutside={!isBusy}
    >
      <Modal.Title fz={16} fw={600} lh={1.4}>
        {title}
      </Modal.Title>
      <Text mt={8}>{text}</Text>
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" disabled={isBusy} onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <BusyButton color="red" loading={isBusy} onClick={() => void confirm()}>
          {action}
        </BusyButton>
      </Group>
    </Modal>
  );
}
