import type { ComponentProps } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { t } from '../copy.ts';
import { keepWords } from './keepWords.ts';

const PROTOCOLS = ['http', 'https', 'mailto'];

/** Nothing loads automatically: images become links. Links may only point to the web or to email. */
const SCHEMA = {
  ...defaultSchema,
  protocols: { href: PROTOCOLS, src: PROTOCOLS },
  clobberPrefix: 'comment-',
};

function Link({ href, children }: ComponentProps<'a'>) {
  if (!href || !/^(https?|mailto):/i.test(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function Picture({ src, alt }: ComponentProps<'img'>) {
  return <Link href={typeof src === 'string' ? src : ''}>{alt || src}</Link>;
}

// Headings in a comment are not part of the page's outline.
const Heading = ({ children }: ComponentProps<'h1'>) => (
  <p>
    <strong>{children}</strong>
  </p>
);

/** The box of a task list. */
const Box = ({ checked }: ComponentProps<'input'>) => (
  <input type="checkbox" disabled defaultChecked={checked} aria-label={t(checked ? 'done' : 'notDone')} />
);

const PARTS: Components = {
  input: Box,
  a: ({ href, children }) => <Link {...(href !== undefined && { href })}>{children}</Link>,
  img: ({ src, alt }) => <Picture src={src} alt={alt} />,
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
};

const Words = ({ children }: ComponentProps<'a'>) => <span>{children}</span>;

const PARTS_WITHOUT_LINKS: Components = { ...PARTS, a: Words, img: ({ alt }) => <span>{alt}</span> };

interface MarkdownProps {
  text: string;
  hasLinks?: boolean;
}

/** Renders a message as Markdown; HTML in it is shown as text. */
export function Markdown({ text, hasLinks = true }: MarkdownProps) {
  return (
    <ReactMarkdown
      remarkPlugins={[[remarkGfm, { singleTilde: false }], keepWords]}
      rehypePlugins={[[rehypeSanitize, SCHEMA]]}
      components={hasLinks ? PARTS : PARTS_WITHOUT_LINKS}
    >
      {text}
    </ReactMarkdown>
  );
}
