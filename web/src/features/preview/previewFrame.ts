import { t } from './copy.ts';

/**
 * The preview's frame is outside React's tree: it is part of the initial HTML, and moving or recreating it
 * would load the prototype again.
 */

const findStage = () => document.getElementById('stage');

function buildStage(): HTMLElement {
  const stage = document.createElement('div');
  stage.id = 'stage';
  const frame = document.createElement('iframe');
  frame.id = 'preview';
  frame.referrerPolicy = 'no-referrer';
  stage.append(frame);
  document.body.append(stage);
  return stage;
}

/** Gives the keyboard to the prototype, unless another element has the focus. */
export function focusPreview(): void {
  if (document.activeElement === document.body) document.getElementById('preview')?.focus();
}

export function removeStage(): void {
  findStage()?.remove();
}

/**
 * Returns the frame for an attempt to show a snapshot: the existing one or a new empty one. The server's
 * frame belongs to the first attempt.
 */
export function adoptFrame(id: string, attempt: number): HTMLIFrameElement {
  const name = `${id} ${attempt}`;
  const found = findStage();
  if (found && (found.dataset['shows'] ?? name) !== name) found.remove();
  const stage = findStage() ?? buildStage();
  stage.dataset['shows'] = name;
  stage.setAttribute('role', 'main');
  stage.setAttribute('aria-label', t('preview'));
  const frame = stage.querySelector('iframe');
  if (!frame) throw new Error('The stage has no frame');
  return frame;
}
