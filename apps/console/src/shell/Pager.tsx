import { say } from '@btbc/contract/operator/operator-text.ts'
import { Button } from '@btbc/ui/Button.tsx'

type PagerProps = {
  page: number
  limit: number
  total: number
  onPage: (page: number) => void
}

/** Which part of a long list this is, and the way to the others. */
export function Pager({ page, limit, total, onPage }: PagerProps) {
  if (total <= limit) return null
  const pages = Math.ceil(total / limit)
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
