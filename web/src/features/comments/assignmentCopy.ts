import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  assign: 'Assign',
  title: 'Assign this thread',
  person: 'Assigned to',
  noOne: 'Not assigned',
  you: '{{name}} (you)',
  dueOn: 'Due date (optional)',
  save: 'Save',
  cancel: 'Cancel',
  loadFailed: 'Failed to load people. Please try again.',
  failed: 'Failed to save the assignment. Please try again.',

  assignedTo: 'Assigned to {{name}}',
  assignedToYou: 'Assigned to you',
  due: 'Due {{day}}',
  overdue: 'Due {{day}}, overdue',
});
