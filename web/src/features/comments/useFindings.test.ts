import type { PinFinding } from '@stagelink/shared/preview/messages';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useFindings } from './useFindings.ts';

const ID = crypto.randomUUID();
const findings = new Map([[ID, { id: ID, status: 'found' } as PinFinding]]);

test('what was found in one version says nothing of the next, until a document of it is there', () => {
  const { result, rerender } = renderHook(
    ({ version, documents }) => useFindings({ version, documents, findings }),
    {
      initialProps: { version: 1, documents: 1 },
    },
  );
  expect([...result.current.keys()]).toEqual([ID]);
  // The new version is live, and the page of the former one is about to be reloaded.
  rerender({ version: 2, documents: 1 });
  expect([...result.current.keys()]).toEqual([]);
  rerender({ version: 2, documents: 2 });
  expect([...result.current.keys()]).toEqual([ID]);
  // Another page of the same version.
  rerender({ version: 2, documents: 3 });
  expect([...result.current.keys()]).toEqual([ID]);
});
