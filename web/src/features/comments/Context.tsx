import type { CommentContext } from '@stagelink/shared/contracts/comments';
import { t } from './copy.ts';
import styles from './Context.module.css';

export function Context({ context }: { context: CommentContext }) {
  const { route, viewport, browser, elementName, elementHtml } = context;
  const facts = [
    [t('element'), elementName],
    [t('route'), route],
    [t('viewport'), viewport.width > 0 ? t('viewportValue', viewport) : ''],
    [t('browser'), browser],
  ].filter(([, value]) => value !== '');
  return (
    <details className={styles.context}>
      <summary>{t('context')}</summary>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {elementHtml !== '' && (
        <details className={styles.html}>
          <summary>{t('html')}</summary>
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it. */}
          <section tabIndex={0} aria-label={t('html')}>
            <pre>{elementHtml}</pre>
          </section>
        </details>
      )}
    </details>
  );
}
