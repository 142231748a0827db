import { ChevronDown, CodeXml } from 'lucide-react';
import { Badge } from '../../kit/Badge.tsx';
import { Button } from '../../kit/Button.tsx';
import { downloadedVersion, hasUpdate, useExtensionVersion } from './api.ts';
import { t } from './copy.ts';
import styles from './ExtensionCard.module.css';

interface ExtensionToggleProps {
  isOpen: boolean;
  onToggle: () => void;
}

/** Shows and hides the card; while it is hidden, says that there is an update. */
export function ExtensionToggle({ isOpen, onToggle }: ExtensionToggleProps) {
  const { data } = useExtensionVersion();
  return (
    <Button variant="quiet" className={styles.toggle} aria-expanded={isOpen} onClick={onToggle}>
      <CodeXml size={16} aria-hidden />
      <span className={styles.word}>{t('title')}</span>
      {!isOpen && hasUpdate(data, downloadedVersion()) && (
        <Badge className={styles.update}>{t('updateAvailable')}</Badge>
      )}
      <ChevronDown size={14} aria-hidden className={styles.chevron} />
    </Button>
  );
}
