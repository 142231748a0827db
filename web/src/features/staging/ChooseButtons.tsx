import { type ChangeEvent, useEffect, useRef } from 'react';
import { Button } from '../../kit/Button.tsx';
import { t } from './copy.ts';
import { fromInput } from './gather.ts';
import type { Gather } from './useStaging.ts';

interface ChooseButtonsProps {
  /** Id of the first button, for keyboard shortcuts. */
  id?: string;
  /** True if something else on the screen is the primary action. */
  isQuiet: boolean;
  onChosen: (name: string, gather: Gather) => void;
}

export function ChooseButtons({ id, isQuiet, onChosen }: ChooseButtonsProps) {
  const folder = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const zip = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // React has no prop for this attribute.
    if (folder.current) folder.current.webkitdirectory = true;
  }, []);

  function ask(input: HTMLInputElement | null): void {
    if (!input) return;
    // Choosing the same folder again must fire change.
    input.value = '';
    input.click();
  }

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const chosen = [...(currentTarget.files ?? [])];
    const first = chosen[0];
    if (first) onChosen(first.webkitRelativePath.split('/')[0] || first.name, () => fromInput(chosen));
  }

  return (
    <>
      <Button
        {...(id !== undefined && { id })}
        variant={isQuiet ? 'plain' : 'main'}
        onClick={() => ask(folder.current)}
      >
        {t('chooseFolder')}
      </Button>
      <Button variant="plain" onClick={() => ask(files.current)}>
        {t('chooseFiles')}
      </Button>
      <Button variant="plain" onClick={() => ask(zip.current)}>
        {t('chooseZip')}
      </Button>
      <input ref={folder} type="file" multiple hidden onChange={choose} data-testid="folder" />
      <input ref={files} type="file" multiple hidden onChange={choose} data-testid="files" />
      <input ref={zip} type="file" hidden accept=".zip,application/zip" onChange={choose} data-testid="zip" />
    </>
  );
}
