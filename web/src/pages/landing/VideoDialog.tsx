import { buttonClass } from '../../kit/buttonClass.ts';
import { Line } from '../../kit/layout/Line.tsx';
import { t } from './videoCopy.ts';
import styles from './VideoDialog.module.css';

const TRANSCRIPT = ['open', 'sizes', 'comment', 'send', 'restage', 'resolve', 'dashboard'] as const;

/** The video of the product with captions, and what it shows as text. The recording loads when the dialog opens. */
export function VideoDialog() {
  return (
    <dialog className={styles.dialog} aria-labelledby="video-title" data-video>
      <div className={styles.content}>
        <Line align="center" isSpread>
          <h2 id="video-title">{t('title')}</h2>
          <form method="dialog">
            <button className={buttonClass({ size: 'small', variant: 'plain' })}>{t('close')}</button>
          </form>
        </Line>
        <video
          controls
          muted
          playsInline
          preload="none"
          width={1280}
          height={800}
          className={styles.video}
          data-captions={t('english')}
        />
        <output data-text={t('missing')} />
        <h3>{t('transcript')}</h3>
        <ol>
          {TRANSCRIPT.map((line) => (
            <li key={line}>{t(line)}</li>
          ))}
        </ol>
      </div>
    </dialog>
  );
}
