import { clsx } from 'clsx'
import { useState, type ReactNode } from 'react'

type PictureProps = {
  src: string
  /** Empty when the words beside it say the same. */
  alt: string
  width: number
  height: number
  className?: string
  /** What stands in the place when the picture cannot be had. */
  fallback?: ReactNode
}

/** A picture whose place is kept while it loads, and filled when it does not. */
export function Picture({ src, alt, width, height, className, fallback }: PictureProps) {
  const [failed, setFailed] = useState(false)
  if (failed)
    return (
      <span className={clsx('grid place-items-center bg-s2 p-4 text-center', className)}>
        {fallback ?? alt}
      </span>
    )
  return (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      decoding="async"
      className={clsx('bg-s2', className)}
      onError={() => setFailed(true)}
    />
  )
}
