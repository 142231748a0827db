import { TagsInput } from '@mantine/core';
import { TAG_MAX, TAGS_MAX } from '@stagelink/shared/contracts/limits';
import { useState } from 'react';
import { useTags } from '../../../../data/snapshots.ts';
import { t } from '../../../../words/dialogs.ts';

interface TagsFieldProps {
  label: string;
  /** What is offered; every tag there is, when left out. */
  offered?: readonly string[];
  value: readonly string[];
  onChange: (tags: string[]) => void;
  /** Whether a tag is begun, which leaving the field will end. */
  onTyping?: (isTyping: boolean) => void;
  isFirst?: boolean;
}

const each = (tags: readonly string[]) => [...new Set(tags.map((tag) => tag.trim()).filter(Boolean))];

export function TagsField({ label, offered, value, onChange, onTyping, isFirst = false }: TagsFieldProps) {
  const { data: known = [] } = useTags();
  const [typed, setTyped] = useState('');

  /** A comma may come without its key being pressed: pasted, or from the keyboard of a phone. */
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
      data={[...(offered ?? known)]}
      value={[...value]}
      onChange={(tags) => onChange(each(tags))}
      searchValue={typed}
      onSearchChange={type}
      maxTags={TAGS_MAX}
      maxLength={TAG_MAX}
      acceptValueOnBlur
      comboboxProps={{ withinPortal: false }}
      data-autofocus={isFirst || undefined}
    />
  );
}
