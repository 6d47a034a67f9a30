import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

type IconButtonProps = ComponentProps<'button'> & { label: string }

/** A 44 px square with one icon and its name. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={clsx('press grid size-11 shrink-0 place-items-center rounded-control', className)}
      {...rest}
    />
  )
}
