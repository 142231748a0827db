import { expect, test } from 'vitest';
import { highlight } from './highlight.ts';

const colored = (code: string, language: string) =>
  highlight(code, language)
    .filter(({ kind }) => kind !== null)
    .map(({ kind, text }) => [kind, text]);

test('commands, options, texts and comments of a shell are told apart, line by line', () => {
  const code = 'cd my-prototype\nstagelink reviews request --reviewer "Grace <g@example.com>" # once';
  expect(colored(code, 'sh')).toEqual([
    ['command', 'cd'],
    ['command', 'stagelink'],
    ['option', '--reviewer'],
    ['string', '"Grace <g@example.com>"'],
    ['comment', '# once'],
  ]);
  expect(colored('curl -F file=@site.zip https://a.example/api/try#x', 'sh')).toEqual([
    ['command', 'curl'],
    ['option', '-F'],
  ]);
});

test('words, texts and comments of JavaScript are told apart', () => {
  expect(colored("const id = await read('id'); // once", 'js')).toEqual([
    ['command', 'const'],
    ['command', 'await'],
    ['string', "'id'"],
    ['comment', '// once'],
  ]);
});

test('keys and texts of JSON are told apart', () => {
  expect(colored('{ "args": ["mcp"] }', 'json').filter(([kind]) => kind !== 'comment')).toEqual([
    ['option', '"args"'],
    ['string', '"mcp"'],
  ]);
});

test('no character is lost, and an unknown language fails', () => {
  for (const code of ['', 'npm install --global ./cli\n', '--name "unclosed\n  # a\n'])
    expect(
      highlight(code, 'sh')
        .map(({ text }) => text)
        .join(''),
    ).toBe(code);
  expect(() => highlight('x', 'cobol')).toThrow('cobol');
});
