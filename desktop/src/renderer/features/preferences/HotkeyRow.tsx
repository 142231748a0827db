import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Row } from '@stagelink/web/kit/Rows.tsx';
import { Button } from '@stagelink/web/kit/Button.tsx';
import { Kbd } from '@stagelink/web/kit/Kbd.tsx';
import { typesLetter } from '../../../protocol/hotkeys.ts';
import { stagelink } from '../../lib/stagelink.ts';
import { t } from './copy.ts';
import { acceleratorOf, isStrong, keysOf } from './accelerator.ts';
import { change } from './change.ts';
import { Line } from '@stagelink/web/kit/layout/Line.tsx';
import styles from './PreferencesPage.module.css';

interface RecorderProps {
  onPressed: (accelerator: string) => void;
  onCancel: () => void;
}

/** Captures the next keys before any shortcut handles them. */
function Recorder({ onPressed, onCancel }: RecorderProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);

  function press(event: KeyboardEvent): void {
    if (event.key === 'Tab') return onCancel();
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return onCancel();
    const accelerator = acceleratorOf(event.nativeEvent);
    if (accelerator === null) return;
    if (!isStrong(accelerator)) setProblem(t('hotkeyWeak'));
    else if (typesLetter(accelerator, stagelink.platform)) setProblem(t('hotkeyTypes'));
    else onPressed(accelerator);
  }

  return (
    <>
      <Line gap="small" align="center" isWrapping>
        <Button ref={button} size="small" onKeyDown={press} onBlur={onCancel}>
          {t('hotkeyPress')}
        </Button>
      </Line>
      {problem !== null && (
        <p role="alert" className={styles.wrong}>
          {problem}
        </p>
      )}
    </>
  );
}

export function HotkeyRow({ hotkey, problem }: { hotkey: string | null; problem: string | null }) {
  const [isRecording, setIsRecording] = useState(false);

  function put(next: string | null): void {
    setIsRecording(false);
    void change(t('hotkey'), { hotkey: next });
  }

  return (
    <Row label={t('hotkey')}>
      {isRecording ? (
        <Recorder onPressed={put} onCancel={() => setIsRecording(false)} />
      ) : (
        <Line gap="small" align="center" isWrapping>
          <span className={styles.keys}>
            {hotkey === null
              ? t('hotkeyNone')
              : keysOf(hotkey, stagelink.platform).map((key) => <Kbd key={key}>{key}</Kbd>)}
          </span>
          <Button
            size="small"
            variant="plain"
            aria-label={t('hotkeySetNamed')}
            onClick={() => setIsRecording(true)}
          >
            {t('hotkeySet')}
          </Button>
          {hotkey !== null && (
            <Button size="small" variant="quiet" aria-label={t('hotkeyClearNamed')} onClick={() => put(null)}>
              {t('hotkeyClear')}
            </Button>
          )}
        </Line>
      )}
      {problem === null ? (
        <p className={styles.hint}>{t('hotkeyHint')}</p>
      ) : (
        <p className={styles.wrong}>{problem}</p>
      )}
    </Row>
  );
}
