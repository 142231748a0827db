import { bytes } from '@stagelink/shared/domain/format';
import { FileText, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from './copy.ts';
import { isPicture } from './attachments.ts';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './Files.module.css';

/** Previews an image that is not uploaded yet. */
function LocalPicture({ file }: { file: File }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    image.current?.setAttribute('src', address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return <img ref={image} className={styles.small} alt="" />;
}

function FileToSend({ file, onRemove }: { file: File; onRemove: () => void }) {
  return (
    <li className={styles.toSend}>
      {isPicture(file.type) ? <LocalPicture file={file} /> : <FileText size={16} />}
      <Text as="span" isTruncated>
        {file.name}
      </Text>
      <span className={styles.size}>{bytes(file.size)}</span>
      <button
        type="button"
        className={styles.remove}
        aria-label={t('detach', { name: file.name })}
        onClick={onRemove}
      >
        <X size={14} />
      </button>
    </li>
  );
}

interface FilesToSendProps {
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
}

export function FilesToSend({ files, onChange }: FilesToSendProps) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.list}>
      {files.map((file) => (
        <FileToSend
          key={`${file.name} ${file.size} ${file.lastModified}`}
          file={file}
          onRemove={() => onChange(files.filter((each) => each !== file))}
        />
      ))}
    </ul>
  );
}
