import { t } from './copy.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './MentionList.module.css';
import type { Mentions } from './useMentions.ts';

/** Suggests people whose names start with the typed text. */
export function MentionList({ mentions: { id, people, at, isOpen, choose } }: { mentions: Mentions }) {
  return (
    <>
      <VisuallyHidden as="output">{isOpen && t('people', { count: people.length })}</VisuallyHidden>
      {isOpen && (
        // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- no browser's own list follows a caret.
        <div id={id} role="listbox" tabIndex={-1} aria-label={t('peopleToMention')} className={styles.list}>
          {people.map(({ name, isOwner }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two people may have one name
            <button
              key={`${name} ${index}`}
              type="button"
              id={`${id}-${index}`}
              // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={styles.person}
              // Keep the focus in the text area.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(name)}
            >
              {name}
              {isOwner && (
                <Text as="span" tone="muted" size="tiny">
                  {t('owner')}
                </Text>
              )}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
