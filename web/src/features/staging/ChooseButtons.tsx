import { Button } from '../../kit/Button.tsx';
import { t } from './copy.ts';
import { useFileInputs } from './useFileInputs.tsx';
import type { Gather } from './steps.ts';

interface ChooseButtonsProps {
  onChosen: (name: string, gather: Gather) => void;
  /** False where the page has another main button. */
  isMain?: boolean;
}

export function ChooseButtons({ onChosen, isMain = true }: ChooseButtonsProps) {
  const { inputs, choose } = useFileInputs(onChosen);
  return (
    <>
      <Button variant={isMain ? 'main' : 'plain'} onClick={() => choose('folder')}>
        {t('chooseFolder')}
      </Button>
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
