import { TAG_MAX, TAGS_MAX } from '@stagelink/shared/contracts/limits';
import { useState } from 'react';
import { TagsInput } from '../../../kit/TagsInput.tsx';
import { useTags } from '../api.ts';
import { t } from '../copy.ts';

interface TagsFieldProps {
  label: string;
  /** Suggestions; all existing tags by default. */
  offered?: readonly string[];
  value: readonly string[];
  onChange: (tags: string[]) => void;
  /** Reports whether a tag is being typed; blur completes it. */
  onTyping?: (isTyping: boolean) => void;
  isFirst?: boolean;
}

const each = (tags: readonly string[]) => [...new Set(tags.map((tag) => tag.trim()).filter(Boolean))];

export function TagsField({ label, offered, value, onChange, onTyping, isFirst = false }: TagsFieldProps) {
  const { data: known = [] } = useTags();
  const [typed, setTyped] = useState('');

  /** A comma can arrive without its key: pasted, or from a phone's keyboard. */
  function type(text: string): void {
    const ended = text.split(',');
    const begun = ended.pop() ?? '';
    if (ended.length > 0) onChange(each([...value, ...ended]).slice(0, TAGS_MAX));
    setTyped(begun);
    onTyping?.(begun.trim() !== '');
  }

  return (
    <TagsInput
      label={label}
      description={t('tagsHint', { count: TAGS_MAX })}
      options={offered ?? known}
      maxTags={TAGS_MAX}
      maxLength={TAG_MAX}
      value={value}
      onChange={(tags) => onChange(each(tags))}
      typed={typed}
      onTyped={type}
      isFirst={isFirst}
    />
  );
}
