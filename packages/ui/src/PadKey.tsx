import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type PadKeyProps = { name: string; onPress: () => void; chip?: boolean; children?: ReactNode }

/** One key of our own keypads. */
export function PadKey({ name, onPress, chip = false, children }: PadKeyProps) {
  return (
    <button
      type="button"
      aria-label={children === undefined ? undefined : name}
      onClick={onPress}
      className={clsx(
        'press grid place-items-center rounded-control active:bg-s3',
        chip
          ? 'min-h-11 bg-s3 px-1'
          : 'min-h-14 bg-s2 text-title [@media(max-height:43rem)]:min-h-12',
      )}
    >
      {children ?? name}
    </button>
  )
}
