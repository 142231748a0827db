interface LogoProps {
  size?: number;
  /** Set only if the logo is alone; beside the product's name it is decorative. */
  title?: string;
}

export function Logo({ size = 20, title }: LogoProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="currentColor"
      {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
    >
      <path d="M7 .8h2a.8.8 0 0 1 .7.45l5.2 10.6a.5.5 0 0 1-.45.72h-2.2a4.3 4.3 0 0 0-8.5 0h-2.2a.5.5 0 0 1-.45-.72l5.2-10.6A.8.8 0 0 1 7 .8Zm1 9.6a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2Z" />
    </svg>
  );
}
