import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Tabs } from './Tabs.tsx';

const PANELS = [
  { name: 'comments', title: 'Comments' },
  { name: 'details', title: 'Details' },
  { name: 'ai', title: 'Assistant' },
] as const;

function Panels() {
  const [shown, setShown] = useState<(typeof PANELS)[number]['name']>('details');
  return <Tabs id="tabs" label="Panels" panels={PANELS} shown={shown} onShow={setShown} />;
}

test.each([
  ['{ArrowRight}', 'Assistant'],
  ['{ArrowLeft}', 'Comments'],
  ['{ArrowRight}{ArrowRight}', 'Comments'],
  ['{Home}', 'Comments'],
  ['{End}', 'Assistant'],
])('%s shows and focuses %s', async (keys, title) => {
  render(<Panels />);
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Details', selected: true }));
  await userEvent.keyboard(keys);
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: title, selected: true }));
});
