import { Button } from '../../kit/Button.tsx';
import { t } from './copy.ts';
import { useFileInputs } from './useFileInputs.tsx';
import type { Gather } from './useStaging.ts';

export function ChooseButtons({ onChosen }: { onChosen: (name: string, gather: Gather) => void }) {
  const { inputs, choose } = useFileInputs(onChosen);
  return (
    <>
      <Button onClick={() => choose('folder')}>{t('chooseFolder')}</Button>
      <Button variant="plain" onClick={() => choose('files')}>
        {t('chooseFiles')}
      </Button>
      <Button variant="plain" onClick={() => choose('zip')}>
        {t('chooseZip')}
      </Button>
      {inputs}
    </>
  );
}
