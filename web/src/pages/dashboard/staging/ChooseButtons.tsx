import { Button } from '@mantine/core';
import { type ChangeEvent, useEffect, useRef } from 'react';
import { t } from '../../../words/staging.ts';
import { fromInput } from './gather.ts';
import type { Gather } from './useStaging.ts';

interface ChooseButtonsProps {
  /** Of the first button, where a key leads to it. */
  id?: string;
  /** When something else on the screen is the next thing to do. */
  isQuiet: boolean;
  onChosen: (name: string, gather: Gather) => void;
}

/** Choose a folder, loose files, or a zip. */
export function ChooseButtons({ id, isQuiet, onChosen }: ChooseButtonsProps) {
  const folder = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const zip = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // React does not know the attribute.
    if (folder.current) folder.current.webkitdirectory = true;
  }, []);

  function ask(input: HTMLInputElement | null): void {
    if (!input) return;
    // So that choosing the same folder again is a change again.
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
        size="sm"
        variant={isQuiet ? 'default' : 'filled'}
        onClick={() => ask(folder.current)}
      >
        {t('chooseFolder')}
      </Button>
      <Button size="sm" variant="default" onClick={() => ask(files.current)}>
        {t('chooseFiles')}
      </Button>
      <Button size="sm" variant="default" onClick={() => ask(zip.current)}>
        {t('chooseZip')}
      </Button>
      <input ref={folder} type="file" multiple hidden onChange={choose} data-testid="folder" />
      <input ref={files} type="file" multiple hidden onChange={choose} data-testid="files" />
      <input ref={zip} type="file" hidden accept=".zip,application/zip" onChange={choose} data-testid="zip" />
    </>
  );
}
