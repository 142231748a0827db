import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { Edge } from './order.ts';

interface Dragging {
  isOver: Edge | null;
  isDragged: boolean;
}

const REST: Dragging = { isOver: null, isDragged: false };

/** Makes a project draggable and a drop target. */
export function useProjectDrag(
  item: RefObject<HTMLElement | null>,
  id: string,
  onDrop: (dragged: string, edge: Edge) => void,
): Dragging {
  const [dragging, setDragging] = useState(REST);
  const drop = useEffectEvent(onDrop);

  useEffect(() => {
    const element = item.current;
    if (!element) return undefined;
    const edgeAt = (clientY: number): Edge => {
      const { top, height } = element.getBoundingClientRect();
      return clientY < top + height / 2 ? 'before' : 'after';
    };
    return combine(
      draggable({
        element,
        getInitialData: () => ({ project: id }),
        onDragStart: () => setDragging({ isOver: null, isDragged: true }),
        onDrop: () => setDragging(REST),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data['project'] === 'string' && source.data['project'] !== id,
        onDrag: ({ location }) =>
          setDragging((before) => {
            const isOver = edgeAt(location.current.input.clientY);
            return before.isOver === isOver ? before : { isOver, isDragged: false };
          }),
        onDragLeave: () => setDragging(REST),
        onDrop: ({ source, location }) => {
          setDragging(REST);
          drop(String(source.data['project']), edgeAt(location.current.input.clientY));
        },
      }),
    );
  }, [item, id]);

  return dragging;
}
