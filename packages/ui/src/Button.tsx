import { clsx } from 'clsx'
import { LoaderCircle } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'

import { useWords } from '#words.ts'

export type ButtonLook = {
  variant?: 'primary' | 'ghost' | 'danger' | 'buy' | 'sell'
  /** large: 56 px, the one main action of a screen; medium: 44 px. */
  size?: 'large' | 'medium'
}

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'aria-disabled'> &
  ButtonLook & {
    busy?: boolean
    /** Why it cannot be pressed now, in words, shown below it. */
    disabledReason?: string | undefined
    icon?: ReactNode
  }

const variants = {
  primary: 'filled bg-acf text-onac',
  ghost: 'hollow text-tx',
  danger: 'filled bg-dnf text-ondn',
  buy: 'filled bg-upf text-onup',
  sell: 'filled bg-dnf text-ondn',
}

/** The looks of a button, for links that act as one. */
export function buttonClass({ variant = 'primary', size = 'large' }: ButtonLook = {}): string {
  return clsx(
    'press inline-flex w-full items-center justify-center gap-2 rounded-control px-4 text-center',
    size === 'large' ? 'min-h-14 text-section' : 'min-h-11 text-body',
    variants[variant],
  )
}

export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    busy = false,
    disabledReason,
    icon,
    className,
    children,
    onClick,
    ...rest
  } = props
  const words = useWords()
  const reasonId = useId()
  const held = busy || disabledReason !== undefined
  const button = (
    <button
      type="button"
      {...rest}
      // aria-disabled, not disabled: it stays reachable, so the reason can be read.
      aria-disabled={held || undefined}
      aria-describedby={disabledReason === undefined ? undefined : reasonId}
      onClick={(event) => {
        if (held) event.preventDefault()
        else onClick?.(event)
      }}
      data-off={disabledReason === undefined ? undefined : true}
      className={clsx(
        buttonClass({ ...(variant && { variant }), ...(size && { size }) }),
        className,
      )}
    >
      {busy ? <LoaderCircle size={20} className="animate-spin" aria-hidden /> : icon}
      {children}
      {busy && <span className="sr-only">{words.busy}</span>}
    </button>
  )
  return (
    // The same tree with and without a reason: the button keeps the focus when one comes.
    <div className={disabledReason === undefined ? 'contents' : 'grid gap-2'}>
      {button}
      {disabledReason !== undefined && (
        <p id={reasonId} className="text-small text-mut">
          {disabledReason}
        </p>
      )}
    </div>
  )
}
