import { say } from '@btbc/contract/operator/operator-text.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { useEffect } from 'react'

type PagerProps = {
  page: number
  limit: number
  total: number
  onPage: (page: number) => void
}

/**
 * Which part of a long list this is, and the way to the others. A page that a list has become too short
 * for has no rows to show: it turns to the last one there is, so it belongs under an empty list, too.
 */
export function Pager({ page, limit, total, onPage }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / limit))
  useEffect(() => {
    if (page > pages) onPage(pages)
  }, [page, pages, onPage])
  if (pages === 1) return null
  return (
    <nav aria-label={say('shell.pages')} className="flex items-center justify-between gap-4">
      <Step disabled={page <= 1} onClick={() => onPage(page - 1)} name={say('shell.newer')} />
      <p className="num text-small text-mut">{say('shell.page', { page, pages })}</p>
      <Step disabled={page >= pages} onClick={() => onPage(page + 1)} name={say('shell.older')} />
    </nav>
  )
}

function Step(props: { disabled: boolean; onClick: () => void; name: string }) {
  return (
    <Button
      variant="ghost"
      size="medium"
      className="max-w-32"
      aria-disabled={props.disabled || undefined}
      onClick={() => {
        if (!props.disabled) props.onClick()
      }}
    >
      {props.name}
    </Button>
  )
}
