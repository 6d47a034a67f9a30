import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'

import { wayOn } from '#desk/way-on.ts'

type OutcomeProps = {
  /** Why it was refused. */
  error: string | undefined
  /** What became of its matter while it was written. */
  over: string | undefined
  onPutAway: () => void
}

/** Why what was written is not done, and that it is still there. */
export function Outcome({ error, over, onPutAway }: OutcomeProps) {
  const why = error ?? over
  if (why === undefined) return null
  const putAway = () => {
    const goOn = wayOn()
    onPutAway()
    goOn()
  }
  return (
    <Banner
      tone="bad"
      action={
        over !== undefined && (
          <Button variant="ghost" size="medium" onClick={putAway}>
            {say('desk.putAway')}
          </Button>
        )
      }
    >
      {why}
      {over !== undefined && ` ${say('desk.staysToCopy')}`}
    </Banner>
  )
}
