import { EXTENSION_PATH } from '@stagelink/shared/contracts/editorExtension';
import { TOKENS_QUERY } from '@stagelink/shared/contracts/tokens';
import { lazy, Suspense, useId, useMemo, useState } from 'react';
import { Badge } from '../../kit/Badge.tsx';
import { Button } from '../../kit/Button.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import { track } from '../../lib/analytics/track.ts';
import { downloadedVersion, hasUpdate, rememberDownload, useExtensionVersion } from './api.ts';
import { type Action, useActions } from '../../lib/keyboard/actions.ts';
import { useSearchParams } from '../../lib/router.ts';
import { CaptureCard } from './CaptureCard.tsx';
import { t, tokens } from './copy.ts';
import styles from './ExtensionCard.module.css';

// Dialogs load on first open.
const InstallDialog = lazy(async () => ({ default: (await import('./InstallDialog.tsx')).InstallDialog }));
const CaptureDialog = lazy(async () => ({ default: (await import('./CaptureDialog.tsx')).CaptureDialog }));
const AssistantDialog = lazy(async () => ({
  default: (await import('./AssistantDialog.tsx')).AssistantDialog,
}));
const TokensDialog = lazy(async () => ({
  default: (await import('../identity/tokens/TokensDialog.tsx')).TokensDialog,
}));

type Dialog = 'install' | 'assistant' | 'tokens' | 'capture';
const NO_ACTIONS: readonly Action[] = [];

function useExtension() {
  const { data, isError } = useExtensionVersion();
  const version = data?.version;
  const [downloaded, setDownloaded] = useState(downloadedVersion);

  function onDownload(): void {
    track('extension_downloaded');
    if (!version) return;
    rememberDownload(version);
    setDownloaded(version);
  }

  // Older servers do not name it.
  const capture = data && (data.capture ?? null);
  return { version, capture, isError, isOutdated: hasUpdate(data, downloaded), onDownload };
}

interface ExtensionCardProps {
  isPro: boolean;
  /** Its actions and dialogs work while it is hidden. */
  isOpen: boolean;
}

export function ExtensionCard({ isPro, isOpen }: ExtensionCardProps) {
  const id = useId();
  const { version, capture, isError, isOutdated, onDownload } = useExtension();
  const about = t(version === null ? 'none' : isError ? 'unknown' : 'text');
  const [query, setQuery] = useSearchParams();
  const [dialog, setDialog] = useState<Dialog | null>(isPro && query.has(TOKENS_QUERY) ? 'tokens' : null);

  function close(): void {
    setDialog(null);
    if (!query.has(TOKENS_QUERY)) return;
    const rest = new URLSearchParams(query);
    rest.delete(TOKENS_QUERY);
    setQuery(rest, { replace: true });
  }

  const actions = useMemo(
    (): Action[] => [
      { id: 'tokens', group: 'account', label: tokens('title'), run: () => setDialog('tokens') },
      { id: 'install', group: 'help', label: t('installTitle'), run: () => setDialog('install') },
      { id: 'assistant', group: 'help', label: t('assistantTitle'), run: () => setDialog('assistant') },
    ],
    [],
  );
  useActions(isPro ? actions : NO_ACTIONS);

  return (
    <>
      {isOpen && (
        <section aria-labelledby="extension" className={styles.card}>
          <div className={styles.words}>
            <h2 id="extension" className={styles.title}>
              {t('title')}
              {version && <span className={styles.version}>{t('version', { version })}</span>}
              {isOutdated && <Badge className={styles.update}>{t('updateAvailable')}</Badge>}
            </h2>
            <p id={`${id}-text`} className={styles.text}>
              {isPro ? about : t('needsPro')}
            </p>
          </div>
          <div className={styles.acts}>
            {!isPro ? (
              <Button disabled aria-describedby={`${id}-text`}>
                {t('goPro')}
              </Button>
            ) : (
              <>
                {version === null ? (
                  <Button disabled>{t('download')}</Button>
                ) : (
                  <a
                    href={EXTENSION_PATH}
                    download
                    className={buttonClass({ variant: 'plain' })}
                    onClick={onDownload}
                  >
                    {t('download')}
                  </a>
                )}
                <Button variant="plain" onClick={() => setDialog('install')}>
                  {t('instructions')}
                </Button>
                <Button variant="plain" onClick={() => setDialog('assistant')}>
                  {t('assistant')}
                </Button>
                <Button variant="plain" onClick={() => setDialog('tokens')}>
                  {t('tokens')}
                </Button>
              </>
            )}
          </div>
        </section>
      )}
      {isOpen && <CaptureCard version={capture} onInstructions={() => setDialog('capture')} />}
      <Suspense>
        {dialog === 'install' && (
          <InstallDialog
            hasExtension={version !== null}
            onDownload={onDownload}
            onTokens={() => setDialog('tokens')}
            onClose={close}
          />
        )}
        {dialog === 'capture' && <CaptureDialog onClose={close} />}
        {dialog === 'assistant' && <AssistantDialog onClose={close} />}
        {dialog === 'tokens' && <TokensDialog onClose={close} />}
      </Suspense>
    </>
  );
}
