import { useMutation } from '@tanstack/react-query';
import { Text } from '../../../kit/layout/Text.tsx';
import { logout } from '../account/sessionApi.ts';
import { t } from './copy.ts';
import { TextButton } from '../../../kit/TextButton.tsx';
import styles from './ConsentForm.module.css';

/** The account that a program asks about, and the way to another. */
export function SignedInAs({ email }: { email: string }) {
  const { mutate: leave, isPending } = useMutation({ mutationFn: logout });
  return (
    <div className={styles.account}>
      <span className={styles.label}>{t('account')}</span>
      <Text as="span" isStrong isTruncated title={email}>
        {email}
      </Text>
      <TextButton disabled={isPending} onClick={() => leave()}>
        {t('notYou')}
      </TextButton>
    </div>
  );
}
