import { expect, test } from 'vitest';
import { refusedPackages } from './check-licences.ts';

test('a shipped package under a licence that reaches into our code is named', () => {
  const packages = {
    'node_modules/good': { license: 'MIT' },
    'node_modules/choice': { license: '(MIT OR GPL-3.0)' },
    'node_modules/tool': { license: 'AGPL-3.0', dev: true },
    'node_modules/bad': { license: 'AGPL-3.0-only' },
    'node_modules/good/node_modules/worse': { license: 'FSL-1.1-MIT' },
  };
  expect(refusedPackages(packages)).toEqual(['bad is under AGPL-3.0-only.', 'worse is under FSL-1.1-MIT.']);
});
