import { useEffect, useRef } from 'react';
import styles from './LandingPage.module.css';

/** Stars, and sparkles behind a mouse. */
export function Sky() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    const start = async () => {
      const { drawSky } = await import('./drawSky.ts');
      if (canvas.current && !isGone) stop = drawSky(canvas.current);
    };
    // Decoration: it loads after the page, which lacks nothing without it.
    start().catch(() => undefined);
    return () => {
      isGone = true;
      stop?.();
    };
  }, []);
  return <canvas ref={canvas} className={styles.sky} aria-hidden />;
}
