import { CodeBox } from '../../kit/CodeBox.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { DialogActions } from '../../kit/DialogActions.tsx';
import { Stack } from '../../kit/layout/Stack.tsx';
import { useCopy } from '../../kit/useCopy.ts';
import { t } from './copy.ts';

/** Shows a secret once, so it does not close by accident. */
export function NewSecret({ value, onClose }: { value: string; onClose: () => void }) {
  const { copied, copy } = useCopy();
  return (
    <Dialog
      title={t('secretTitle')}
      widthPx={480}
      closeOnEscape={false}
      closeOnOutsideClick={false}
      onClose={onClose}
    >
      <Stack gap="medium">
        <CodeBox>{value}</CodeBox>
        <output>{t('secretText')}</output>
      </Stack>
      <DialogActions>
        <Button variant="plain" onClick={onClose}>
          {t('done')}
        </Button>
        <Button data-autofocus onClick={() => void copy(value)}>
          <span aria-live="polite">{copied ? t('copied') : t('copySecret')}</span>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
