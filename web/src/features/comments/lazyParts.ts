// Loaded together, because the list and a thread at its pin share nearly everything.
export { CommentsPanel } from './CommentsPanel.tsx';
export { PinThread } from './PinThread.tsx';
