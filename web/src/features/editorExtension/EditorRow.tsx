import { EXTENSION_PATH } from '@stagelink/shared/contracts/editorExtension';
import { useId } from 'react';
import { Button } from '../../kit/Button.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import { t } from './copy.ts';
import { ExtensionRow } from './ExtensionRow.tsx';
import type { Extension } from './useExtension.ts';

export type ExtensionDialog = 'install' | 'assistant' | 'tokens' | 'capture';

const look = { variant: 'plain', size: 'small' } as const;

interface EditorRowProps {
  isPro: boolean;
  extension: Extension;
  onDialog: (dialog: ExtensionDialog) => void;
}

/** Offers the editor extension, which is part of Pro. */
export function EditorRow({ isPro, extension, onDialog }: EditorRowProps) {
  const { version, isError, isOutdated, onDownload } = extension;
  const textId = useId();
  const about = version === null ? 'none' : isError ? 'unknown' : 'text';
  const row = { title: t('title'), version, isOutdated, textId };
  if (!isPro) {
    return (
      <ExtensionRow {...row} text={t('needsPro')}>
        <Button {...look} disabled aria-describedby={textId}>
          {t('goPro')}
        </Button>
        <a href="/pricing?mode=upgrade" className={buttonClass(look)}>
          {t('seePro')}
        </a>
      </ExtensionRow>
    );
  }
  return (
    <ExtensionRow {...row} text={t(about)}>
      {version === null ? (
        <Button {...look} disabled>
          {t('download')}
        </Button>
      ) : (
        <a href={EXTENSION_PATH} download className={buttonClass(look)} onClick={onDownload}>
          {t('download')}
        </a>
      )}
      <Button {...look} onClick={() => onDialog('install')}>
        {t('instructions')}
      </Button>
      <Button {...look} onClick={() => onDialog('assistant')}>
        {t('assistant')}
      </Button>
      <Button {...look} onClick={() => onDialog('tokens')}>
        {t('tokens')}
      </Button>
    </ExtensionRow>
  );
}
