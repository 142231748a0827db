import { Button, Group, Modal, Text } from '@mantine/core';
import type { Reviewer } from '@stagelink/shared/contracts/reviews';
import { useCopy } from '../../../../ui/useCopy.ts';
import { useFocusBack } from '../../../../ui/useFocusBack.ts';
import { t as common } from '../../../../words/common.ts';
import { t } from '../../../../words/review.ts';
import styles from './Reviewers.module.css';

function LinkRow({ name, link }: { name: string; link: string }) {
  const { copied, copy } = useCopy();
  return (
    <li className={styles.reviewer}>
      <span className={styles.name}>{name}</span>
      <span className={styles.email}>{link}</span>
      <Button
        variant="default"
        size="xs"
        ml="auto"
        flex="none"
        aria-label={t('copyLinkOf', { name })}
        onClick={() => void copy(link)}
      >
        {t(copied ? 'copied' : 'copyLink')}
      </Button>
    </li>
  );
}

/** The personal links of a review that was just requested, on a server that cannot mail them. */
export function ReviewLinks({ reviewers, onClose }: { reviewers: readonly Reviewer[]; onClose: () => void }) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} withCloseButton={false} size={480} closeOnClickOutside={false}>
      <Modal.Title fz={16} fw={600} lh={1.4} mb={8}>
        {t('linksTitle')}
      </Modal.Title>
      <Text c="dimmed" mb={8}>
        {t('linksText')}
      </Text>
      <ul className={styles.list}>
        {reviewers.map(
          ({ userId, userName, link }) =>
            link !== null && <LinkRow key={userId} name={userName} link={link} />,
        )}
      </ul>
      <Group justify="flex-end" mt={24}>
        <Button onClick={onClose}>{common('close')}</Button>
      </Group>
    </Modal>
  );
}
