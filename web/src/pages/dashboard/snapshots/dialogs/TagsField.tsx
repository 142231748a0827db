import { TagsInput } from '@mantine/core';
import { TAG_MAX, TAGS_MAX } from '@stagelink/shared/contracts/limits';
import { useTags } from '../../../../data/snapshots.ts';
import { t } from '../../../../words/dialogs.ts';

interface TagsFieldProps {
  label: string;
  /** What is offered; every tag there is, when left out. */
  offered?: readonly string[];
  value: readonly string[];
  onChange: (tags: string[]) => void;
  isFirst?: boolean;
}

export function TagsField({ label, offered, value, onChange, isFirst = false }: TagsFieldProps) {
  const { data: known = [] } = useTags();
  return (
    <TagsInput
      label={label}
      description={t('tagsHint', { count: TAGS_MAX })}
      data={[...(offered ?? known)]}
      value={[...value]}
      onChange={(tags) => onChange([...new Set(tags.map((tag) => tag.trim()).filter(Boolean))])}
      splitChars={[',']}
      maxTags={TAGS_MAX}
      maxLength={TAG_MAX}
      acceptValueOnBlur
      comboboxProps={{ withinPortal: false }}
      data-autofocus={isFirst || undefined}
    />
  );
}
