import { useEffect, useRef, useState } from 'react';
import { t } from './videoCopy.ts';
import styles from './VideoDialog.module.css';

/** Recorded by `npm run video`. */
const VIDEO = '/landing/video.webm';

const TRANSCRIPT = ['open', 'comment', 'send', 'resolve', 'versions'] as const;

/** The video of the product with captions, and what it shows as text. */
export function VideoDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    dialog.current?.showModal();
    // A video that is not there may have failed before React listened.
    if (video.current?.error) setMissing(true);
  }, []);

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="video-title" onClose={onClose}>
      <div className={styles.content}>
        <div className={styles.head}>
          <h2 id="video-title">{t('title')}</h2>
          <button type="button" className={styles.close} onClick={() => dialog.current?.close()}>
            {t('close')}
          </button>
        </div>
        <video
          ref={video}
          controls
          muted
          playsInline
          preload="metadata"
          width={1280}
          height={800}
          poster="/landing/viewer-light.webp"
          src={VIDEO}
          className={styles.video}
          onError={() => setMissing(true)}
        >
          <track kind="captions" src="/landing/video.vtt" srcLang="en" label={t('english')} default />
        </video>
        {isMissing && <output className={styles.missing}>{t('missing')}</output>}
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
