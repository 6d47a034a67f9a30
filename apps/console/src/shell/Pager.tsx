import { say } from '@btbc/contract/operator/operator-text.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { useEffect, useRef } from 'react'

type PagerProps = {
  page: number
  limit: number
  total: number
  onPage: (page: number) => void
}

/** The list whose page was just turned: the button that was pressed goes with the page before. */
let turned: PagerProps['onPage'] | undefined

/**
 * Which part of a long list this is, and the way to the others. A page that a list has become too short
 * for has no rows to show: it turns to the last one there is, so it belongs under an empty list, too.
 */
export function Pager({ page, limit, total, onPage }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / limit))
  const where = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (page > pages) onPage(pages)
  }, [page, pages, onPage])
  useEffect(() => {
    if (turned !== onPage) return
    turned = undefined
    // Unless the focus is somewhere else by now.
    if (document.activeElement === document.body) where.current?.focus()
  })
  if (pages === 1) return null
  const turn = (by: 1 | -1) => () => {
    turned = onPage
    onPage(page + by)
  }
  return (
    <nav aria-label={say('shell.pages')} className="grid grid-cols-3 items-center gap-4">
      <div>{page > 1 && <Step onClick={turn(-1)} name={say('shell.newer')} />}</div>
      <p
        ref={where}
        tabIndex={-1}
        className="num text-center text-small text-mut outline-offset-2 focus-visible:outline-2 focus-visible:outline-ac"
      >
        {say('shell.page', { page, pages })}
      </p>
      <div className="flex justify-end">
        {page < pages && <Step onClick={turn(1)} name={say('shell.older')} />}
      </div>
    </nav>
  )
}

function Step({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button variant="ghost" size="medium" className="max-w-32" onClick={onClick}>
      {name}
    </Button>
  )
}
