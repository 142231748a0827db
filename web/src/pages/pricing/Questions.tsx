import { t } from './copy.ts';
import styles from './PricingPage.module.css';

const QUESTIONS = [
  ['endQuestion', 'endAnswer'],
  ['cancelQuestion', 'cancelAnswer'],
  ['switchQuestion', 'switchAnswer'],
] as const;
const TAXES = ['taxQuestion', 'taxAnswer'] as const;

export function Questions({ hasTaxes }: { hasTaxes: boolean }) {
  return (
    <section className={styles.questions} aria-labelledby="questions">
      <h2 id="questions">{t('questions')}</h2>
      <dl>
        {[...QUESTIONS, ...(hasTaxes ? [TAXES] : [])].map(([question, answer]) => (
          <div key={question}>
            <dt>{t(question)}</dt>
            <dd>{t(answer)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
