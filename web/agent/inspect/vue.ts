import { projectPath } from '@stagelink/shared/domain/projectPath';
import { nearest } from './around.ts';
import { type Loose, looseOf, textOf, type Clue } from './clue.ts';

const COMPONENTS_MAX = 8;

interface Instance {
  /** Whether the element is written in the template of this component. */
  isWriter: boolean;
  at: Loose;
}

const typeOf = (instance: Loose) => looseOf(instance['type']) ?? looseOf(instance['$options']);
const parentOf = (instance: Loose) => looseOf(instance['parent']) ?? looseOf(instance['$parent']);
const fileOf = (instance: Loose) => textOf(typeOf(instance)?.['__file']);

function nameOf(instance: Loose): string | undefined {
  const type = typeOf(instance);
  const file = /([^/\\]+)\.\w+$/.exec(fileOf(instance) ?? '')?.[1];
  return textOf(type?.['name']) ?? textOf(type?.['__name']) ?? file;
}

/** What is in a slot is written where the slot is filled: its node names the component that rendered it. */
function instanceOf(element: Element): Instance | null {
  const kept = element as unknown as Loose;
  const writer = looseOf(looseOf(kept['__vnode'])?.['ctx']);
  if (writer) return { isWriter: true, at: writer };
  const around = looseOf(kept['__vueParentComponent']) ?? looseOf(kept['__vue__']);
  return around && { isWriter: false, at: around };
}

/** Reads what a development build of Vue keeps at its elements. */
export function fromVue(element: Element): Clue | null {
  const clue = nearest(element, instanceOf);
  if (!clue) return null;
  const { at, isWriter } = clue.found;
  const names: string[] = [];
  let file: string | undefined;
  let isOwn = clue.isOwn && isWriter;
  let instance: Loose | null = at;
  for (let step = 0; instance && step < 50; step += 1) {
    const name = nameOf(instance);
    if (name && names.length < COMPONENTS_MAX) names.push(name);
    if (file === undefined) {
      const own = fileOf(instance);
      if (own && projectPath(own)) file = own;
      // A component of a library, or one without a file: the one around it is meant.
      else isOwn = false;
    }
    instance = parentOf(instance);
  }
  return names.length === 0 && file === undefined ? null : { by: 'vue', file, components: names, isOwn };
}
