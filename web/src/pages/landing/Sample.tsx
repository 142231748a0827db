import { buttonClass } from '../../kit/buttonClass.ts';
import { joinClasses } from '../../kit/joinClasses.ts';
import { t } from './copy.ts';
import { ProductPicture } from '../../kit/ProductPicture.tsx';
import styles from './LandingPage.module.css';

/** A picture of the sample prototype in the viewer; a script starts the real one in its place. */
export function Sample() {
  return (
    <div className={styles.sample} data-sample>
      <ProductPicture className={styles.picture} name="viewer" alt={t('viewerPicture')} isFirst />
      <div className={styles.invitation}>
        <button type="button" className={joinClasses(buttonClass({ size: 'large' }), styles.live)}>
          {t('trySample')}
        </button>
        <output />
      </div>
    </div>
  );
}
