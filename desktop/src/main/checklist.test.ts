import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/*
 * Checklist of Electron's “Security” documentation, point by point, over all sources of the companion.
 * tests/e2e/companionSecurity.spec.ts checks a running window, companionPackage.spec.ts a package.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const inFolder = (folder: string): string[] =>
  globSync(`${folder}/**/*.{ts,tsx,html}`, { cwd: ROOT }).filter((file) => !file.includes('.test.'));

const sources = inFolder('src');
const main = inFolder('src/main').map((file) => ({ file, text: read(file) }));
const all = sources.map((file) => ({ file, text: read(file) }));
/** Returns the files that contain a match. */
const saying = (wanted: RegExp, where = all): string[] =>
  where.filter(({ text }) => wanted.test(text)).map(({ file }) => file);

/** Arguments of each `new BrowserWindow(`. */
const windows = main.flatMap(({ file, text }) =>
  text
    .split(/new (?:BrowserWindow|WebContentsView|BrowserView)\(/)
    .slice(1)
    .map((rest) => ({
      file,
      options: rest.slice(0, rest.indexOf('\n    });') + 1 || rest.indexOf('\n  });')),
    })),
);

describe('Electron’s security checklist', () => {
  test('there is something to check', () => {
    expect(sources.length).toBeGreaterThan(30);
    expect(windows.map(({ file }) => path.basename(file)).sort()).toEqual([
      'pinVerification.ts',
      'preview.ts',
      'proxyDialog.ts',
      'window.ts',
    ]);
    for (const { options } of windows) expect(options).toContain('webPreferences');
  });

  test('1: windows load our own files or what was staged, and other servers are spoken to over HTTPS only', async () => {
    expect(saying(/loadURL\((?!ORIGIN \+|url\))/)).toEqual([]);
    const { parseServerAddress } = await import('./auth/serverAddress.ts');
    expect(parseServerAddress('https://stage.example.com')).toBe('https://stage.example.com');
    expect(() => parseServerAddress('http://stage.example.com')).toThrow('does not use encryption');
  });

  test.each([
    ['2: no page reaches Node', /nodeIntegration: false/],
    ['3: the bridge lives in a world of its own', /contextIsolation: true/],
    ['4: every page is sandboxed', /sandbox: true/],
    ['6: the same-origin policy holds', /webSecurity: true/],
    ['11 and 12: there are no webviews', /webviewTag: false/],
    ['a window has a session of its own', /partition(?:,|:)/],
  ])('%s', (_point, option) => {
    for (const { options } of windows) expect(options).toMatch(option);
  });

  test('4: the sandbox is switched on for every process before the app is ready', () => {
    expect(saying(/app\.enableSandbox\(\)/)).toEqual(['src/main/security.ts']);
    const index = read('src/main/index.ts');
    expect(index.indexOf('secureEverything()')).toBeGreaterThan(0);
    expect(index.indexOf('secureEverything()')).toBeLessThan(index.indexOf('whenReady()'));
  });

  test('5: every session has a say on every permission', () => {
    const security = read('src/main/security.ts');
    expect(security).toContain("app.on('session-created'");
    for (const handler of ['PermissionRequest', 'PermissionCheck', 'DevicePermission']) {
      expect(security).toContain(`set${handler}Handler(`);
    }
  });

  test('7: the window has a policy that begins with nothing and lets no script in but its own', async () => {
    const { contentSecurityPolicy } = await import('./windows/files.ts');
    const policy = contentSecurityPolicy('https://stage.example.com');
    const rules = new Map(
      policy.split('; ').map((rule) => {
        const [name = '', ...allowed] = rule.split(' ');
        return [name, allowed.join(' ')];
      }),
    );
    expect(rules.get('default-src')).toBe("'none'");
    expect(rules.get('script-src')).toBe("'self'");
    expect(rules.get('style-src')).toBe("'self'");
    expect(rules.get('connect-src')).toBe("'self' wss://stage.example.com");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(read('src/renderer/index.html')).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=/);
  });

  test.each([
    ['6: nothing turns the same-origin policy off', /webSecurity: false|disable-web-security/],
    [
      '8: nothing insecure is mixed in',
      /allowRunningInsecureContent|ignore-certificate-errors|certificate-error/,
    ],
    ['9 and 10: no experiments', /experimentalFeatures|enableBlinkFeatures|enable-blink-features/],
    ['11: no page may open windows through a webview', /allowpopups|<webview/],
    ['there is no remote module', /@electron\/remote|enableRemoteModule/],
    [
      'nothing is turned back on',
      /nodeIntegration\w*: true|contextIsolation: false|sandbox: false|appendSwitch\('no-sandbox/,
    ],
    ['no text becomes code', /\beval\(|new Function\(|executeJavaScript|dangerouslySetInnerHTML|innerHTML/],
  ])('%s', (_point, forbidden) => {
    expect(saying(forbidden)).toEqual([]);
  });

  test('12: an injected webview is not attached', () => {
    expect(read('src/main/security.ts')).toMatch(
      /on\('will-attach-webview', \((\w+)\) => \1\.preventDefault\(\)\)/,
    );
  });

  test('13 and 14: every page is held to where it may lead, and opens no windows', () => {
    const security = read('src/main/security.ts');
    expect(security).toContain("app.on('web-contents-created'");
    for (const event of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
      expect(security).toContain(`contents.on('${event}'`);
    }
    expect(saying(/setWindowOpenHandler/)).toEqual(['src/main/security.ts']);
    expect(saying(/action: 'allow'/)).toEqual([]);
  });

  test('15: only what a browser shows is opened outside, and in one place', async () => {
    expect(saying(/shell\.(openExternal|openPath)/)).toEqual(['src/main/windows/openExternal.ts']);
    expect(read('src/main/windows/openExternal.ts')).toMatch(
      /if \(isForBrowser\(\w+\)\) await shell\.openExternal\(/,
    );
    const { isForBrowser } = await import('./windows/addresses.ts');
    expect(isForBrowser('https://stage.example.com/s/abc')).toBe(true);
    const refused = [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'smb://host/share',
      'ms-msdt:/id',
      'stagelink://folders',
      'data:text/html,hello',
      'https://user:password@example.com',
      'not an address',
    ];
    expect(refused.filter(isForBrowser)).toEqual([]);
  });

  test('16: one exact version of Electron, not older than this list was gone through with', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as {
      devDependencies: Record<string, string>;
    };
    expect(devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/);
    expect(Number.parseInt(devDependencies['electron'] ?? '', 10)).toBeGreaterThanOrEqual(45);
    expect(read('../electron-builder.yml')).not.toMatch(/electronVersion|electronDist/);
  });

  test('17: the sender of each message is verified and its arguments are parsed', () => {
    expect(saying(/ipcMain\.(handle|on|once|handleOnce)\b/)).toEqual(['src/main/ipc/ipc.ts']);
    const ipc = read('src/main/ipc/ipc.ts');
    const [, ...handlers] = ipc.split('ipcMain.');
    expect(handlers.map((text) => text.slice(0, text.indexOf('(')))).toEqual(['on', 'handle']);
    const parsed = ['Drop.safeParse(', 'return answer('];
    for (const [index, text] of handlers.entries()) {
      expect(text.indexOf('if (!isAsking(senderFrame))')).toBeGreaterThan(0);
      expect(text.indexOf('if (!isAsking(senderFrame))')).toBeLessThan(text.indexOf(parsed[index] ?? ''));
    }
    expect(read('src/main/ipc/commands.ts')).toContain('satisfies Record<Command, z.ZodTuple>');
  });

  test('18: no page comes from file://', () => {
    expect(saying(/loadFile\(|['"`]file:/)).toEqual([]);
  });

  test('19: the fuses of what is packaged are set, each of them', () => {
    const fuses = /electronFuses:\n((?: {2}\w+: \w+\n)+)/.exec(read('../electron-builder.yml'))?.[1];
    expect(fuses?.trim().split(/\n\s*/)).toEqual([
      'runAsNode: false',
      'enableCookieEncryption: true',
      'enableNodeOptionsEnvironmentVariable: false',
      'enableNodeCliInspectArguments: false',
      'enableEmbeddedAsarIntegrityValidation: true',
      'onlyLoadAppFromAsar: true',
      'loadBrowserProcessSpecificV8Snapshot: false',
      'grantFileProtocolExtraPrivileges: false',
    ]);
  });

  test('20: the window is given words, not Electron', () => {
    expect(saying(/exposeInMainWorld/)).toEqual(['src/preload/index.ts']);
    const preload = read('src/preload/index.ts');
    expect(preload.split('exposeInMainWorld').length).toBe(2);
    // Exposes no whole module of Electron and no event with its sender.
    expect(preload.replace(/^import .*$/gm, '')).not.toMatch(
      /[:,{(]\s*(ipcRenderer|webUtils|_?event)\s*[,})]/,
    );
    expect(
      saying(
        /from 'electron/,
        all.filter(({ file }) => /src\/(renderer|engine)\//.test(file)),
      ),
    ).toEqual([]);
  });
});
