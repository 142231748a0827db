import type { Reviewer } from '@stagelink/shared/contracts/reviews';
import { useCopy } from '../../kit/useCopy.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { DialogActions } from '../../kit/DialogActions.tsx';
import { t as common } from '../../lib/commonCopy.ts';
import { t } from './copy.ts';
import { Stack } from '../../kit/layout/Stack.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './Reviewers.module.css';

function LinkRow({ name, link }: { name: string; link: string }) {
  const { copied, copy } = useCopy();
  return (
    <li className={styles.reviewer}>
      <span className={styles.name}>{name}</span>
      <span className={`${styles.email} ${styles.link}`}>{link}</span>
      <Button
        variant="plain"
        size="small"
        className={styles.copy}
        aria-label={t('copyLinkOf', { name })}
        onClick={() => void copy(link)}
      >
        {t(copied ? 'copied' : 'copy')}
      </Button>
    </li>
  );
}

/** Personal links of a new review, on a server without email. */
export function ReviewLinks({ reviewers, onClose }: { reviewers: readonly Reviewer[]; onClose: () => void }) {
  return (
    <Dialog title={t('linksTitle')} widthPx={480} closeOnOutsideClick={false} onClose={onClose}>
      <Text below="small" tone="muted">
        {t('linksText')}
      </Text>
      <Stack as="ul" below="small">
        {reviewers.map(
          ({ userId, userName, link }) =>
            link !== null && <LinkRow key={userId} name={userName} link={link} />,
        )}
      </Stack>
      <DialogActions>
        <Button onClick={onClose}>{common('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
