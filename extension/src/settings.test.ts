import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const { configuration } = manifest.contributes;

test.each(['stagelink.server', 'stagelink.allowInsecureServer', 'stagelink.password'] as const)(
  'the settings of a project do not decide about %s',
  (name) => {
    // VS Code reads settings of this scope from the user, never from `.vscode/settings.json`.
    expect(configuration.properties[name].scope).toBe('machine');
  },
);
