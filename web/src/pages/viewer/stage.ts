import { t } from '../../words/viewer.ts';

/**
 * The preview's frame lives outside React's tree: the server has put it into the page's first HTML, and moving or
 * making it anew would load the prototype a second time.
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

export function removeStage(): void {
  findStage()?.remove();
}

/**
 * The frame for one attempt at showing a snapshot: the one that is there, or a new and empty one. The server's belongs
 * to whatever is shown first.
 */
export function takeFrame(id: string, attempt: number): HTMLIFrameElement {
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
