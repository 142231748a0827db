import { act, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { MarkdownText } from './MarkdownText.tsx';
import { loadRenderer } from './renderer.ts';

let frames: FrameRequestCallback[] = [];
beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
});

const nextFrame = () => act(() => frames.splice(0).forEach((frame) => frame(0)));

test('many texts are rendered a few in each frame once the renderer has loaded, later ones at once', async () => {
  const texts = Array.from({ length: 15 }, (_, at) => `**text ${at}**`);
  const { container, rerender } = render(texts.map((text) => <MarkdownText key={text} text={text} />));
  const rendered = () => container.querySelectorAll('strong').length;
  expect(container.textContent).toContain('**text 0**');
  await loadRenderer();
  const counts = [rendered()];
  while (rendered() < texts.length) {
    nextFrame();
    counts.push(rendered());
  }
  expect(counts).toEqual([0, 6, 12, 15]);
  rerender([...texts, '**one more**'].map((text) => <MarkdownText key={text} text={text} />));
  expect(rendered()).toBe(16);
});
