// The published types describe the whole library, not its parts.
declare module 'css-tree/tokenizer' {
  /** Calls `onToken` for every token, in order; together they are the whole text. */
  export function tokenize(text: string, onToken: (type: number, start: number, end: number) => void): void;
  export const tokenTypes: Record<
    | 'AtKeyword'
    | 'Colon'
    | 'Comment'
    | 'Function'
    | 'Ident'
    | 'LeftCurlyBracket'
    | 'LeftParenthesis'
    | 'RightParenthesis'
    | 'Semicolon'
    | 'String'
    | 'Url'
    | 'WhiteSpace',
    number
  >;
}
declare module 'css-tree/utils' {
  interface Codec {
    decode: (text: string) => string;
    encode: (text: string) => string;
  }
  export const string: Codec;
  export const url: Codec;
}
