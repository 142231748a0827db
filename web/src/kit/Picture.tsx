import { useState } from 'react';
import { t } from './copy.ts';
import { Dialog } from './Dialog.tsx';
import styles from './Picture.module.css';

interface PictureProps {
  /** Title of the enlarged view. */
  name: string;
  url: string;
  className: string | undefined;
  /** The browser cannot draw it: its bytes are not what their start says. */
  onBroken?: () => void;
}

/** A picture that a press enlarges. */
export function Picture({ name, url, className, onBroken }: PictureProps) {
  const [isLarge, setIsLarge] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return null;
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={t('enlarge', { name })}
        onClick={() => setIsLarge(true)}
      >
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => {
            setIsBroken(true);
            onBroken?.();
          }}
        />
      </button>
      {isLarge && (
        <Dialog hasCloseButton title={name} widthPx="fit" onClose={() => setIsLarge(false)}>
          <img className={styles.large} src={url} alt={name} referrerPolicy="no-referrer" />
        </Dialog>
      )}
    </>
  );
}
