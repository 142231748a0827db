import { Button } from '../../kit/Button.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import { defineCopy } from '../../lib/copy.ts';
import { Line } from '../../kit/layout/Line.tsx';
import styles from './OutsideLink.module.css';

const t = defineCopy({
  title: 'This link leaves the prototype',
  text: '{{host}} is not part of this snapshot and is not shown here.',
  back: 'Back',
  openInNewTab: 'Open in new tab',
});

interface OutsideLinkProps {
  address: string;
  onBack: () => void;
}

/** Covers the browser's own error page in the frame. */
export function OutsideLink({ address, onBack }: OutsideLinkProps) {
  return (
    <div className={styles.cover} role="alert">
      <h2 className={styles.title}>{t('title')}</h2>
      <p className={styles.text}>{t('text', { host: new URL(address).host })}</p>
      <Line isWrapping gap="small" justify="center" above="small">
        <Button onClick={onBack}>{t('back')}</Button>
        <a
          className={buttonClass({ variant: 'plain' })}
          href={address}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('openInNewTab')}
        </a>
      </Line>
    </div>
  );
}
