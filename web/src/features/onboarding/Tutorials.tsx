import { Section } from '../../kit/Section.tsx';
import { t } from './copy.ts';
import { TutorialList } from './TutorialList.tsx';

export const Tutorials = () => (
  <Section anchor="tutorials" title={t('tutorials')} hint={t('tutorialsHint')}>
    <TutorialList />
  </Section>
);
