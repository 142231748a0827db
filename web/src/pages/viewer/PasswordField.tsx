import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { t } from '../../words/viewer.ts';
import styles from './PasswordField.module.css';

interface PasswordFieldProps {
  field: RefObject<HTMLInputElement | null>;
  value: string;
  problem: ReactNode;
  onChange: (value: string) => void;
}

export function PasswordField({ field, value, problem, onChange }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const id = useId();
  const problemId = `${id}-problem`;
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {t('password')}
      </label>
      <div className={styles['box']}>
        <input
          ref={field}
          id={id}
          className={styles['input']}
          type={isShown ? 'text' : 'password'}
          name="password"
          autoComplete="current-password"
          value={value}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : problemId}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <button
          type="button"
          className={styles['toggle']}
          aria-label={t('showPassword')}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon size={16} />
        </button>
      </div>
      {problem !== null && (
        <p id={problemId} className={`${styles['problem']} tabular`}>
          {problem}
        </p>
      )}
    </div>
  );
}
