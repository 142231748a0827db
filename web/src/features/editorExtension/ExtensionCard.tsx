import { TOKENS_QUERY } from '@stagelink/shared/contracts/tokens';
import { lazy, Suspense, useMemo, useState } from 'react';
import { type Action, useActions } from '../../lib/keyboard/actions.ts';
import { useSearchParams } from '../../lib/router.ts';
import { CaptureRow } from './CaptureRow.tsx';
import { t, tokens } from './copy.ts';
import { EditorRow, type ExtensionDialog } from './EditorRow.tsx';
import styles from './ExtensionCard.module.css';
import { useExtension } from './useExtension.ts';

// Dialogs load on first open.
const ExtensionDialogs = lazy(async () => ({
  default: (await import('./ExtensionDialogs.tsx')).ExtensionDialogs,
}));

const NO_ACTIONS: readonly Action[] = [];

interface ExtensionCardProps {
  isPro: boolean;
  /** Its actions and dialogs work while it is hidden. */
  isOpen: boolean;
}

/** The extensions for editors and browsers, a line each. */
export function ExtensionCard({ isPro, isOpen }: ExtensionCardProps) {
  const extension = useExtension();
  const [query, setQuery] = useSearchParams();
  const [dialog, setDialog] = useState<ExtensionDialog | null>(
    isPro && query.has(TOKENS_QUERY) ? 'tokens' : null,
  );

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
        <div className={styles.card}>
          <EditorRow isPro={isPro} extension={extension} onDialog={setDialog} />
          <CaptureRow version={extension.capture} onInstructions={() => setDialog('capture')} />
        </div>
      )}
      <Suspense>
        {dialog !== null && (
          <ExtensionDialogs
            dialog={dialog}
            extension={extension}
            onTokens={() => setDialog('tokens')}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
