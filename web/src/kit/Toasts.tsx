import { lazy, useState } from 'react';
import { joinClasses } from './joinClasses.ts';
import { LazyPart } from './LazyPart.tsx';
import { useToast } from './toast.ts';
import styles from './Toasts.module.css';

const ToastPopup = lazy(async () => ({ default: (await import('./popups/ToastPopup.tsx')).ToastPopup }));

/** Shows one toast at a time. In the page before there is anything to say, so that it is read out. */
export function Toasts({ className }: { className?: string | undefined }) {
  const hasToast = useToast() !== undefined;
  const [isNeeded, setIsNeeded] = useState(hasToast);
  if (hasToast && !isNeeded) setIsNeeded(true);
  return (
    <div className={joinClasses(styles.place, className)} aria-live="polite" data-toasts>
      {isNeeded && (
        <LazyPart>
          <ToastPopup />
        </LazyPart>
      )}
    </div>
  );
}
