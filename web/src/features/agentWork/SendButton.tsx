import { Bot } from 'lucide-react';
import { Button } from '../../kit/Button.tsx';
import type { Comment } from '@stagelink/shared/contracts/comments';
import { isSendable } from './api.ts';
import { t } from './copy.ts';

interface SendButtonProps {
  root: Comment;
  onSend: () => void;
}

/** Sends an open thread to agents, for its snapshot's owner. */
export function SendButton({ root, onSend }: SendButtonProps) {
  if (!isSendable(root)) return null;
  return (
    <Button variant="quiet" size="small" onClick={onSend}>
      <Bot size={14} />
      {t(root.work ? 'sendAgain' : 'send')}
    </Button>
  );
}
