import { type ChangeEvent, type ReactNode, useEffect, useRef } from 'react';
import { fromInput } from './gather.ts';
import type { Gather } from './steps.ts';

interface FileInputs {
  /** Must be rendered. */
  inputs: ReactNode;
  choose: (kind: 'folder' | 'files' | 'zip') => void;
}

/** The browser's dialogs for a folder, files and a zip. */
export function useFileInputs(onChosen: (name: string, gather: Gather) => void): FileInputs {
  const folder = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const zip = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // React has no prop for this attribute.
    if (folder.current) folder.current.webkitdirectory = true;
  }, []);

  function take({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const chosen = [...(currentTarget.files ?? [])];
    const first = chosen[0];
    if (first) onChosen(first.webkitRelativePath.split('/')[0] || first.name, () => fromInput(chosen));
  }

  return {
    inputs: (
      <>
        <input ref={folder} type="file" multiple hidden onChange={take} data-testid="folder" />
        <input ref={files} type="file" multiple hidden onChange={take} data-testid="files" />
        <input ref={zip} type="file" hidden accept=".zip,application/zip" onChange={take} data-testid="zip" />
      </>
    ),
    choose(kind) {
      const input = { folder, files, zip }[kind].current;
      if (!input) return;
      // Choosing the same folder again must fire change.
      input.value = '';
      input.click();
    },
  };
}
