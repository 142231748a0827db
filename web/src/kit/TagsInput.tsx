import { TagsInput as MantineTagsInput } from '@mantine/core';

interface TagsInputProps {
  label: string;
  description: string;
  /** Suggestions. */
  options: readonly string[];
  maxTags: number;
  maxLength: number;
  value: readonly string[];
  onChange: (value: string[]) => void;
  typed: string;
  onTyped: (typed: string) => void;
  /** Focused when its dialog opens. */
  isFirst?: boolean;
}

/** Selects or adds tags. Blur adds the typed text. */
export const TagsInput = (props: TagsInputProps) => {
  const { options, value, typed, onTyped, isFirst = false, ...rest } = props;
  return (
    <MantineTagsInput
      {...rest}
      data={[...options]}
      value={[...value]}
      searchValue={typed}
      onSearchChange={onTyped}
      acceptValueOnBlur
      comboboxProps={{ withinPortal: false }}
      data-autofocus={isFirst || undefined}
    />
  );
};
