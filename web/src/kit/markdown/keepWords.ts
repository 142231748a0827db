/** The parts of a Markdown tree that this plugin reads. */
interface Node {
  type: string;
  value?: string;
  url?: string;
  align?: unknown[];
  children?: Node[];
  position?: { start: { offset?: number }; end: { offset?: number } };
}

/**
 * Syntax that Markdown does not render: HTML, definitions of links and footnotes, and the backslash or
 * dashes at the end of a line.
 */
const SWALLOWED = [
  'htmlFlow',
  'htmlText',
  'definition',
  'gfmFootnoteDefinition',
  'gfmFootnoteCall',
  'hardBreakEscape',
  'setextUnderline',
];

const LINKED = /^(https?|mailto):/i;

const asTyped = ({ position }: Node, source: string): Node => ({
  type: 'text',
  value: source.slice(position?.start.offset, position?.end.offset),
});

const withBreaks = (text: string): Node[] =>
  text
    .split('\n')
    .flatMap((line, at) => [...(at === 0 ? [] : [{ type: 'break' }]), { type: 'text', value: line }]);

function keep(node: Node, source: string): Node[] {
  if (node.type === 'text') return withBreaks(node.value ?? '');
  const isLink = node.type === 'link' || node.type === 'image';
  if (isLink && !LINKED.test(node.url ?? '')) return withBreaks(asTyped(node, source).value ?? '');
  if (node.align) {
    // Otherwise cells beyond the first row's count are dropped.
    const widest = Math.max(...(node.children ?? []).map(({ children = [] }) => children.length));
    node.align = Array.from({ length: widest }, (_, at) => node.align?.[at] ?? null);
  }
  if (node.children) node.children = node.children.flatMap((child) => keep(child, source));
  return [node];
}

interface Processor {
  data: () => object;
}

/** A plugin for Markdown typed as a message: preserves every word and line break. */
export function keepWords(this: Processor) {
  const data: { micromarkExtensions?: object[] } = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: SWALLOWED } }];
  return (tree: Node, file: { value: unknown }): void => {
    keep(tree, String(file.value));
  };
}
