import { TokensDialog } from '../identity/tokens/TokensDialog.tsx';
import { AssistantDialog } from './AssistantDialog.tsx';
import { CaptureDialog } from './CaptureDialog.tsx';
import type { ExtensionDialog } from './EditorRow.tsx';
import { InstallDialog } from './InstallDialog.tsx';
import type { useExtension } from './useExtension.ts';

interface ExtensionDialogsProps {
  dialog: ExtensionDialog;
  extension: ReturnType<typeof useExtension>;
  onTokens: () => void;
  onClose: () => void;
}

export function ExtensionDialogs({ dialog, extension, onTokens, onClose }: ExtensionDialogsProps) {
  switch (dialog) {
    case 'assistant':
      return <AssistantDialog onClose={onClose} />;
    case 'capture':
      return <CaptureDialog onClose={onClose} />;
    case 'tokens':
      return <TokensDialog onClose={onClose} />;
    case 'install':
      return (
        <InstallDialog
          hasExtension={extension.version !== null}
          onDownload={extension.onDownload}
          onTokens={onTokens}
          onClose={onClose}
        />
      );
  }
}
