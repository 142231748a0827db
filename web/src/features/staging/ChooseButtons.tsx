import { Button } from '../../kit/Button.tsx';
import { t } from './copy.ts';
import { useFileInputs } from './useFileInputs.tsx';
import type { Gather } from './steps.ts';

interface ChooseButtonsProps {
  onChosen: (name: string, gather: Gather) => void;
  /** False where the page has another main button. */
  isMain?: boolean;
  isDisabled?: boolean;
}

export function ChooseButtons({ onChosen, isMain = true, isDisabled = false }: ChooseButtonsProps) {
  const { inputs, choose } = useFileInputs(onChosen);
  return (
    <>
      <Button variant={isMain ? 'main' : 'plain'} disabled={isDisabled} onClick={() => choose('folder')}>
        {t('chooseFolder')}
      </Button>
      <Button variant="plain" disabled={isDisabled} onClick={() => choose('files')}>
        {t('chooseFiles')}
      </Button>
      <Button variant="plain" disabled={isDisabled} onClick={() => choose('zip')}>
        {t('chooseZip')}
      </Button>
      {inputs}
    </>
  );
}
