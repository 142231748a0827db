interface MarkProps {
  size?: number;
  /** Only when the mark stands alone; beside the product's name it is decoration. */
  title?: string;
}

/** A cone of light falling on a dot: a pin on a stage. One colour, legible at 16 pixels. */
export function Mark({ size = 20, title }: MarkProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="currentColor"
      {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
    >
      <path d="M6.5 1h3l3.4 8.1c-1.3-.8-3-1.3-4.9-1.3s-3.6.5-4.9 1.3L6.5 1ZM8 9.8a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2Z" />
    </svg>
  );
}
