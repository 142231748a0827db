import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './CommandDialog.module.css';
import { isComposing } from './composing.ts';
import { LateModal } from './popups/lateModal.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface CommandGroup<Item> {
  label: string;
  items: readonly Item[];
}

interface CommandDialogProps<Item> {
  /** Read by screen readers. */
  title: string;
  /** Names the field, and is its placeholder. */
  label: string;
  listLabel: string;
  maxLength: number;
  text: string;
  /** Match the text; those without items are left out. */
  groups: readonly CommandGroup<Item>[];
  onText: (text: string) => void;
  onFocus: () => void;
  onRun: (item: Item) => void;
  /** Enter was pressed while there is nothing to run. */
  onEnter: () => void;
  onClose: () => void;
  renderItem: (item: Item) => ReactNode;
  /** Below the list. */
  children: ReactNode;
}

/** At once: what is typed before the dialog takes the focus would run commands. */
function focusNow(input: HTMLInputElement | null): void {
  input?.focus();
}

/** A field with the list of what it finds, whose first item is chosen. The caller returns the focus. */
export function CommandDialog<Item extends { id: string; label: string }>(props: CommandDialogProps<Item>) {
  const { title, label, listLabel, maxLength, text, groups, children } = props;
  const { onText, onFocus, onRun, onEnter, onClose, renderItem } = props;
  return (
    <LateModal>
      {({ Modal, ModalTitle }) => (
        <Modal place="high" widthPx={600} returnsFocus={false} onClose={onClose}>
          <ModalTitle>
            <VisuallyHidden>{title}</VisuallyHidden>
          </ModalTitle>
          <Autocomplete.Root
            inline
            open
            autoHighlight="always"
            keepHighlight
            filter={null}
            items={groups}
            itemToStringValue={(item) => item.label}
            value={text}
            onValueChange={(next, { reason }) => reason === 'input-change' && onText(next)}
          >
            <div className={styles.field}>
              <Search size={16} aria-hidden />
              <Autocomplete.Input
                ref={focusNow}
                data-autofocus
                className={styles.input}
                aria-label={label}
                placeholder={label}
                maxLength={maxLength}
                spellCheck={false}
                onFocus={onFocus}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && groups.length === 0 && !isComposing(event)) onEnter();
                }}
              />
            </div>
            <Autocomplete.List className={styles.list} aria-label={listLabel}>
              {(group: CommandGroup<Item>) => (
                <Autocomplete.Group key={group.label} items={group.items}>
                  <Autocomplete.GroupLabel className={styles.group}>{group.label}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(item: Item) => (
                      <Autocomplete.Item
                        key={item.id}
                        value={item}
                        className={styles.option}
                        onClick={() => onRun(item)}
                        // Screen readers announce the option that Enter runs.
                        render={(own, { highlighted }) => <div {...own} aria-selected={highlighted} />}
                      >
                        {renderItem(item)}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
            {children}
          </Autocomplete.Root>
        </Modal>
      )}
    </LateModal>
  );
}
