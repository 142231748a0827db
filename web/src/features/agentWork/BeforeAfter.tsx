import type { Comment } from '@stagelink/shared/contracts/comments';
import type { PinFinding } from '@stagelink/shared/preview/messages';
import type { ReactNode } from 'react';
import { t as common } from '../../lib/commonCopy.ts';
import { Button } from '../../kit/Button.tsx';
import { Picture } from '../../kit/Picture.tsx';
import type { ThreadActions } from '../comments/threadsContext.ts';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './BeforeAfter.module.css';
import { t } from './copy.ts';
import { usePinPicture } from './pinPictures.ts';

interface BeforeAfterProps {
  root: Comment;
  actions: ThreadActions;
  /** Status of its pin; null until the preview reports it. */
  status: PinFinding['status'] | null;
  /** The version that is shown. */
  shown: number;
}

function Side({ title, version, children }: { title: string; version: number; children: ReactNode }) {
  return (
    <figure className={styles.side}>
      <Text as="figcaption" size="tiny" isStrong>
        {title} <span className={styles.version}>{t('beforeIn', { version })}</span>
      </Text>
      {children}
    </figure>
  );
}

const Note = ({ children }: { children: ReactNode }) => <div className={styles.note}>{children}</div>;

/** The element as the preview shows it now, or why it is not to be seen. */
function After({ root, actions, status, shown }: BeforeAfterProps) {
  const isThere = status === 'found' || status === 'doubtful';
  const { send, listen } = actions;
  const picture = usePinPicture({ send, listen, pin: root.id, version: shown, isThere });
  if (isThere && picture.url !== null)
    return <Picture name={t('pictureOf', { version: shown })} url={picture.url} className={styles.picture} />;
  if (isThere && picture.hasFailed) {
    return (
      <Note>
        {t('pictureFailed')}
        <Button variant="plain" size="small" onClick={picture.retry}>
          {common('retry')}
        </Button>
      </Note>
    );
  }
  if (status === 'elsewhere' || status === 'closed') {
    return (
      <Note>
        {t('elsewhere')}
        <Button variant="plain" size="small" onClick={() => actions.open(root.id)}>
          {t('showThere')}
        </Button>
      </Note>
    );
  }
  if (status === 'lost' || status === 'removed') return <Note>{t('notFound')}</Note>;
  return <output className={styles.note}>{t('makingPicture')}</output>;
}

/** A thread's element as it was when the thread was written, beside what was staged for it. */
export function BeforeAfter(props: BeforeAfterProps) {
  const { root, shown } = props;
  const { crop, locator, work, version } = root;
  const staged = work?.version ?? null;
  if (!locator || staged === null) return null;
  if (shown < staged)
    return (
      <Text tone="muted" size="tiny">
        {t('otherVersion', { shown })}
      </Text>
    );
  return (
    <div className={styles.both}>
      <Side title={t('before')} version={version}>
        {crop ? (
          <Picture name={t('pictureOf', { version })} url={crop.url} className={styles.picture} />
        ) : (
          <Note>{t('nothingBefore')}</Note>
        )}
      </Side>
      <Side title={t('after')} version={shown}>
        <After {...props} />
      </Side>
    </div>
  );
}
