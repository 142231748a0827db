import { Combobox } from '@base-ui/react/combobox';
import { type KeyboardEvent, useRef, useState } from 'react';
import { isComposing } from './composing.ts';
import { Field } from './Field.tsx';
import { Chips } from './popups/Chips.tsx';
import { Options } from './popups/Options.tsx';
import { toOption } from './popups/toOption.ts';

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
export function TagsInput(props: TagsInputProps) {
  const { label, description, options, maxTags, maxLength, value, onChange, typed, onTyped, isFirst } = props;
  const box = useRef<HTMLDivElement>(null);
  const isHighlighted = useRef(false);
  const [isOpen, setIsOpen] = useState(false);
  const text = typed.trim().toLowerCase();
  const offered = options.filter((tag) => !value.includes(tag) && tag.toLowerCase().includes(text));

  function add(): void {
    const tag = typed.trim();
    if (tag === '' || value.length >= maxTags) return;
    onTyped('');
    if (!value.includes(tag)) onChange([...value, tag]);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || isHighlighted.current || typed === '' || isComposing(event)) return;
    // Enter would send the form.
    event.preventDefault();
    add();
  }

  return (
    <Combobox.Root
      multiple
      items={offered.map(toOption)}
      filter={null}
      open={isOpen && offered.length > 0}
      onOpenChange={setIsOpen}
      isItemEqualToValue={(one, other) => one.value === other.value}
      value={value.map(toOption)}
      onValueChange={(chosen) => {
        onTyped('');
        onChange(chosen.map((option) => option.value).slice(0, maxTags));
      }}
      inputValue={typed}
      // Other reasons are a closed list, which keeps what was typed.
      onInputValueChange={(next, { reason }) => {
        if (reason === 'input-change') onTyped(next);
      }}
      onItemHighlighted={(item) => {
        isHighlighted.current = item !== undefined;
      }}
    >
      <Field label={label} description={description}>
        {(control) => (
          <Chips
            control={control}
            values={value}
            box={box}
            maxLength={maxLength}
            data-autofocus={isFirst || undefined}
            onKeyDown={onKeyDown}
            onBlur={() => {
              setIsOpen(false);
              add();
            }}
          />
        )}
      </Field>
      <Options anchor={box} />
    </Combobox.Root>
  );
}
