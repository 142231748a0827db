import { Box, Button, Group, Modal, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { BusyButton } from '../../../../ui/BusyButton.tsx';
import { useFocusBack } from '../../../../ui/useFocusBack.ts';
import { t } from '../../../../words/dialogs.ts';

interface FormDialogProps {
  title: string;
  /** What the button says. */
  action: string;
  isIncomplete?: boolean;
  /** True when it worked; the dialog stays when it did not. */
  onSubmit: () => Promise<boolean>;
  onClose: () => void;
  /** Something rarer to do, on the other side of the buttons. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Fields, Cancel, and one thing to do with what was filled in, which is not lost to a click beside the dialog. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, isIncomplete = false, onSubmit, onClose, aside, children } = props;
  const [isBusy, setIsBusy] = useState(false);
  useFocusBack();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isIncomplete || isBusy) return;
    setIsBusy(true);
    const isDone = await onSubmit();
    setIsBusy(false);
    if (isDone) onClose();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      size={480}
      closeOnEscape={!isBusy}
      closeOnClickOutside={false}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Modal.Title fz={16} fw={600} lh={1.4} mb={16}>
          {title}
        </Modal.Title>
        <Stack gap={16}>{children}</Stack>
        <Group justify="flex-end" gap={8} mt={24}>
          {aside && <Box mr="auto">{aside}</Box>}
          <Group wrap="nowrap" gap={8}>
            <Button variant="default" disabled={isBusy} onClick={onClose}>
              {t('cancel')}
            </Button>
            <BusyButton type="submit" loading={isBusy} disabled={isIncomplete}>
              {action}
            </BusyButton>
          </Group>
        </Group>
      </form>
    </Modal>
  );
}
