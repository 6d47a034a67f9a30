import { say } from '@btbc/contract/operator/operator-text.ts'
import { Button } from '@btbc/ui/Button.tsx'

type OlderPagesProps<At> = {
  /** Where each page began that was turned to, the one that is shown last; none at the newest. */
  pages: readonly At[]
  /** Where the next one begins. */
  next: At | null
  onTurn: (pages: readonly At[]) => void
}

/** The way through a list that goes on from where its last page ended, and back. */
export function OlderPages<At>({ pages, next, onTurn }: OlderPagesProps<At>) {
  if (pages.length === 0 && next === null) return null
  return (
    <nav aria-label={say('shell.pages')} className="flex gap-3">
      {pages.length > 0 && (
        <Step name={say('shell.newer')} onClick={() => onTurn(pages.slice(0, -1))} />
      )}
      {next !== null && <Step name={say('shell.older')} onClick={() => onTurn([...pages, next])} />}
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
