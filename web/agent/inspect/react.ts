import { projectPath } from '@stagelink/shared/domain/projectPath';
import { nearest } from './around.ts';
import { countOf, type Loose, looseOf, textOf, type Clue } from './clue.ts';
import { framesOf, type Mapper } from './frames.ts';

const COMPONENTS_MAX = 8;
const KEY = /^__react(?:Fiber|InternalInstance)\$/;
/** Message of the errors that React 19 makes where an element is created; others say nothing about it. */
const TOP_FRAME = 'react-stack-top-frame';
/** A minified name says nothing. */
const MEANT = /^[A-Z]\w{2,}$/;

function fiberOf(element: Element): Loose | null {
  const key = Object.keys(element).find((name) => KEY.test(name));
  return key === undefined ? null : looseOf((element as unknown as Loose)[key]);
}

function nameOf(fiber: Loose): string | undefined {
  const type = looseOf(fiber['type']);
  const inner = looseOf(type?.['render']) ?? looseOf(type?.['type']);
  const names = [
    fiber['name'],
    type?.['displayName'],
    type?.['name'],
    inner?.['displayName'],
    inner?.['name'],
  ];
  return names.map(textOf).find((name) => name !== undefined);
}

/** Development builds know who rendered an element; others only what it is in. */
const outwards = (fiber: Loose) => looseOf('_debugOwner' in fiber ? fiber['_debugOwner'] : fiber['return']);

function componentsOf(fiber: Loose): string[] {
  const isDevelopment = '_debugOwner' in fiber;
  const names: string[] = [];
  let at = outwards(fiber);
  for (let step = 0; at && step < 200 && names.length < COMPONENTS_MAX; step += 1) {
    const name = nameOf(at);
    if (name && (isDevelopment || MEANT.test(name))) names.push(name);
    at = outwards(at);
  }
  return names;
}

type Place = Pick<Clue, 'file' | 'line' | 'column' | 'isGuess'>;

/** React up to 18. */
function sourceOf(fiber: Loose): Place | null {
  const source = looseOf(fiber['_debugSource']);
  const file = textOf(source?.['fileName']);
  if (!source || !file || !projectPath(file)) return null;
  return { file, line: countOf(source['lineNumber']), column: countOf(source['columnNumber']) };
}

/** React from 19 on: the first frame is that of React, and those of libraries follow. */
async function stackOf(fiber: Loose, map: Mapper): Promise<Place | null> {
  const error = looseOf(fiber['_debugStack']);
  const stack = textOf(error?.['stack'] ?? fiber['_debugStack']);
  if (!stack || (error && error['message'] !== TOP_FRAME)) return null;
  for (const frame of framesOf(stack).slice(1, 5)) {
    const place = await map(frame);
    if (place === 'unknown') return null;
    if (place) return place;
  }
  return null;
}

/** Reads what React keeps at the elements that it renders. */
export async function fromReact(element: Element, map: Mapper): Promise<Clue | null> {
  const clue = nearest(element, fiberOf);
  if (!clue) return null;
  const components = componentsOf(clue.found);
  let fiber: Loose | null = clue.found;
  // An element of a library: the element of the project that it is in is meant.
  for (let step = 0; fiber && step < 20; step += 1) {
    const place = sourceOf(fiber) ?? (await stackOf(fiber, map));
    if (place) return { by: 'react', ...place, components, isOwn: clue.isOwn && step === 0 };
    fiber = looseOf(fiber['_debugOwner']);
  }
  return components.length === 0 ? null : { by: 'react', components, isOwn: false };
}
