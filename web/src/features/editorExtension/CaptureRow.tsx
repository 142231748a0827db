import { CAPTURE_FIREFOX_PATH, CAPTURE_PATH } from '@stagelink/shared/contracts/editorExtension';
import { Button } from '../../kit/Button.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import { t } from './copy.ts';
import { ExtensionRow } from './ExtensionRow.tsx';

interface CaptureRowProps {
  /** Null where the server does not offer it; undefined while that is not known. */
  version: string | null | undefined;
  onInstructions: () => void;
}

const look = { variant: 'plain', size: 'small' } as const;

/** The package for the browser that shows this. */
const packagePath = () => (/\bFirefox\//.test(navigator.userAgent) ? CAPTURE_FIREFOX_PATH : CAPTURE_PATH);

/** Offers the browser extension, which works on every plan. */
export const CaptureRow = ({ version, onInstructions }: CaptureRowProps) => (
  <ExtensionRow
    title={t('captureTitle')}
    version={version}
    text={t(version === null ? 'captureNone' : 'captureText')}
  >
    {version !== null && (
      <>
        <a href={packagePath()} download className={buttonClass(look)}>
          {t('captureDownload')}
        </a>
        <Button {...look} onClick={onInstructions}>
          {t('captureHow')}
        </Button>
      </>
    )}
  </ExtensionRow>
);
