import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  removeTitle: 'Delete this comment?',
  removeThreadTitle: 'Delete this thread?',
  removeText: 'This cannot be undone.',
  removeThreadText: 'Its replies are deleted with it. This cannot be undone.',
});
