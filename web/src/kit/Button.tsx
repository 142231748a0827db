import type { ComponentProps, MouseEvent } from 'react';
import { buttonClass, type ButtonStyle } from './buttonClass.ts';
import { joinClasses } from './joinClasses.ts';

interface ButtonProps extends ButtonStyle, ComponentProps<'button'> {
  isLoading?: boolean;
}

const ignore = (event: MouseEvent) => event.preventDefault();

/** While `isLoading`, the button ignores clicks. It is not `disabled`: browsers move the focus away from that. */
export function Button({
  variant,
  size,
  isWide,
  isDanger,
  isLoading = false,
  className,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={joinClasses(buttonClass({ variant, size, isWide, isDanger }), className)}
      {...rest}
      {...(isLoading && { 'aria-busy': true, 'aria-disabled': true })}
      onClick={isLoading ? ignore : onClick}
    />
  );
}
