import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from '#Button.tsx'
import { useWords } from '#words.ts'

type ErrorBlockProps = { children: ReactNode; onRetry: () => void; busy?: boolean }

/** What could not be shown, in its place, with a way to try again. */
export function ErrorBlock({ children, onRetry, busy = false }: ErrorBlockProps) {
  const words = useWords()
  return (
    <div role="alert" className="card grid gap-3 p-4">
      <p>{children}</p>
      <Button
        variant="ghost"
        size="medium"
        busy={busy}
        onClick={onRetry}
        icon={<RotateCw size={18} aria-hidden />}
      >
        {words.retry}
      </Button>
    </div>
  )
}
