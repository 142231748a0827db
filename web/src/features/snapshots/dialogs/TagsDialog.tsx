import { useState } from 'react';
import { t } from '../bulkCopy.ts';
import { type Plan, tagging } from '../bulk.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { TagsField } from './TagsField.tsx';

interface TagsDialogProps {
  count: number;
  onPlan: (plan: Plan) => Promise<boolean>;
  onClose: () => void;
}

/** Adds and removes tags of many snapshots. */
export function TagsDialog({ count, onPlan, onClose }: TagsDialogProps) {
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const [isTyping, setIsTyping] = useState(false);
  return (
    <FormDialog
      title={t('tagsTitle', { count })}
      action={t('apply')}
      isIncomplete={add.length + remove.length === 0 && !isTyping}
      onSubmit={() => onPlan(tagging(add, remove))}
      onClose={onClose}
    >
      <TagsField label={t('tagsAdd')} value={add} onChange={setAdd} onTyping={setIsTyping} isFirst />
      <TagsField label={t('tagsRemove')} value={remove} onChange={setRemove} onTyping={setIsTyping} />
    </FormDialog>
  );
}
