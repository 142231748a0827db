import type { Attachment } from '@stagelink/shared/contracts/comments';
import { bytes } from '@stagelink/shared/domain/format';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { t } from './copy.ts';
import { Picture } from '../../kit/Picture.tsx';
import { isPicture } from './attachments.ts';
import { Text } from '../../kit/layout/Text.tsx';
import { Line } from '../../kit/layout/Line.tsx';
import styles from './Files.module.css';

/** Shows images inline and offers everything else for download, also what only claims to be an image. */
export function Files({ attachments }: { attachments: readonly Attachment[] }) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  if (attachments.length === 0) return null;
  const isShown = ({ id, mimeType }: Attachment) => isPicture(mimeType) && !broken.includes(id);
  const pictures = attachments.filter(isShown);
  const others = attachments.filter((file) => !isShown(file));
  return (
    <div className={styles.files}>
      {pictures.length > 0 && (
        <Line gap="snug" isWrapping>
          {pictures.map(({ id, url, filename }) => (
            <Picture
              key={id}
              name={filename}
              url={url}
              className={styles.thumbnail}
              onBroken={() => setBroken((before) => [...before, id])}
            />
          ))}
        </Line>
      )}
      {others.map(({ id, url, filename, size }) => (
        <a
          key={id}
          className={styles.download}
          href={url}
          download={filename}
          rel="noopener noreferrer"
          aria-label={t('download', { name: filename, size: bytes(size) })}
        >
          <FileText size={16} />
          <Text as="span" isTruncated>
            {filename}
          </Text>
          <span className={styles.size}>{bytes(size)}</span>
          <Download size={14} />
        </a>
      ))}
    </div>
  );
}
