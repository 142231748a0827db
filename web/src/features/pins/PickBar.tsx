import { ELEMENTS_MAX } from '@stagelink/shared/preview/inspectionLimits';
import type { ChosenElements } from '@stagelink/shared/preview/messages';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { useKey } from '../../lib/keyboard/useKey.ts';
import { readStored, writeStored } from '../../lib/localStore.ts';
import type { Picking, PickMode } from '../comments/threadMachine.ts';
import type { Preview } from '../preview/usePreview.ts';
import { t } from './pickCopy.ts';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './PickBar.module.css';

const isTouch = () => window.matchMedia('(any-pointer: coarse) and (hover: none)').matches;

const MODES: readonly PickMode[] = ['one', 'several', 'between'];
/** A mouse drags an area while one element is picked. */
const modesFor = (isFinger: boolean) =>
  [...MODES, ...(isFinger ? (['area'] as const) : [])].map((value) => ({ value, label: t(value) }));

/** An agent that has not answered by now does not. */
const ANSWER_MS = 900;

/** Returns true when the page has not become ready in time. */
function useIsLate(isReady: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (isReady) return undefined;
    const timer = setTimeout(() => setIsLate(true), ANSWER_MS);
    return () => clearTimeout(timer);
  }, [isReady]);
  return isLate && !isReady;
}

const LONG_PRESS_SHOWN = 'long-press-hint';

/** Whether to say that a long press picks, too: once per browser with touch input. */
function useLongPressHint(isFinger: boolean): boolean {
  const [isDue] = useState(() => isFinger && readStored(LONG_PRESS_SHOWN) === null);
  useEffect(() => {
    if (isDue) writeStored(LONG_PRESS_SHOWN, 'shown');
  }, [isDue]);
  return isDue;
}

const NOTHING = { document: 0, mode: 'one' as PickMode, count: 0 };
type Chosen = typeof NOTHING & Pick<ChosenElements, 'problem'>;

/** Returns what the page says is chosen. Each document begins with nothing. */
function useChosen({ listen, documents }: Preview, mode: PickMode): Pick<Chosen, 'count' | 'problem'> {
  const [chosen, setChosen] = useState<Chosen>(NOTHING);
  const take = useEffectEvent(({ count, problem }: ChosenElements) =>
    setChosen({ document: documents, mode, count, problem }),
  );
  useEffect(
    () =>
      listen((message) => {
        if (message.type === 'chosen') take(message);
      }),
    [listen],
  );
  if (chosen.document !== documents) return NOTHING;
  return { count: chosen.count, problem: chosen.mode === mode ? chosen.problem : undefined };
}

/** On a phone the bar takes the lower edge, and the preview is drawn smaller above it: it covers nothing of the page. */
function useDock() {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement;
    const measure = () => style.setProperty('--pick-height', `${bar.current?.offsetHeight ?? 0}px`);
    const sizes = new ResizeObserver(measure);
    if (bar.current) sizes.observe(bar.current);
    measure();
    dataset['viewerPicking'] = '';
    return () => {
      sizes.disconnect();
      delete dataset['viewerPicking'];
    };
  }, []);
  return bar;
}

interface HintProps {
  picking: Picking;
  count: number;
  problem: ChosenElements['problem'];
  isFinger: boolean;
}

/** What the next press does, or what the last one did. */
function hintFor({ picking: { purpose, mode }, count, problem, isFinger }: HintProps): string {
  const by = isFinger ? 'Touch' : '';
  if (problem) return t(problem, { count: ELEMENTS_MAX });
  if (mode === 'between' && count > 0) return t(`firstChosen${by}`);
  if (count > 0) return t('chosen', { count });
  if (mode === 'area') return t('areaHint');
  if (mode !== 'one') return t(`${mode}Hint${by}`);
  return t(`${purpose === 'new' ? 'new' : 'again'}${by}`);
}

interface PickBarProps {
  picking: Picking;
  preview: Preview;
  /** True once a click picks; before, it would reach the prototype. */
  isReady: boolean;
  /** The page does not let in the code that picks. */
  isBlocked: boolean;
  /** Something else to know about the page. */
  note: ReactNode;
  onMode: (mode: PickMode) => void;
  /** Comments on the whole page instead. */
  onPage: () => void;
  onCancel: () => void;
}

function Picker({ picking, preview, isReady, onMode }: PickBarProps) {
  const { mode, purpose } = picking;
  const [isFinger] = useState(isTouch);
  const isLongPressDue = useLongPressHint(isFinger);
  const { count, problem } = useChosen(preview, mode);
  const hint = hintFor({ picking, count, problem, isFinger });
  const isFirst = isLongPressDue && mode === 'one' && purpose === 'new';
  const hasDone = mode === 'several' || (mode === 'one' && count > 0);
  return (
    <>
      <SegmentedControl
        label={t('what')}
        size="medium"
        options={modesFor(isFinger)}
        value={mode}
        onChange={onMode}
      />
      <output className={styles.hint}>
        <span>{isReady ? hint : t('preparing')}</span>
        {isFirst && isReady && (
          <Text as="span" tone="muted">
            {t('longPress')}
          </Text>
        )}
      </output>
      {hasDone && (
        <Button size="small" disabled={count === 0} onClick={() => preview.send({ type: 'finishPick' })}>
          {t('done')}
        </Button>
      )}
    </>
  );
}

/** Shown beside or over the preview while picking. */
export function PickBar(props: PickBarProps) {
  const { picking, preview, isReady, isBlocked, note, onPage, onCancel } = props;
  useKey('Escape', onCancel);
  const isLate = useIsLate(isReady);
  const bar = useDock();
  const vain = isLate ? t('inVain') : null;
  const problem = preview.phase === 'silent' ? t('onFile') : isBlocked ? t('blocked') : vain;
  return (
    <div className={styles.dock}>
      <section ref={bar} className={styles.bar} aria-label={t('picking')}>
        {note}
        {problem === null ? <Picker {...props} /> : <output className={styles.hint}>{problem}</output>}
        {problem !== null && picking.purpose === 'new' && (
          <Button variant="plain" size="small" onClick={onPage}>
            {t('commentOnPage')}
          </Button>
        )}
        <Button variant="plain" size="small" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </section>
    </div>
  );
}
