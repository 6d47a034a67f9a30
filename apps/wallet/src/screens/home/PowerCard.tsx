import { Sheet } from '@btbc/ui/Sheet.tsx'
import { ChevronRight, Zap } from 'lucide-react'
import { lazy, useState } from 'react'

import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { type Bonus, bonusOf, type Team } from '#mining/bonus.ts'

const PowerWorked = lazy(async () => ({
  default: (await import('#screens/home/PowerWorked.tsx')).PowerWorked,
}))

const shown = { decimals: 4, minDecimals: 4 }

/** What an hour gives, and what it is made of; a tap works it out with the member's own numbers. */
export function PowerCard({ team }: { team: Team }) {
  const t = useText()
  const { amount, count } = useFormats()
  const [open, setOpen] = useState(false)
  const bonus = bonusOf(team)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="card press grid w-full gap-3 p-4 text-left"
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="flex items-center gap-2 text-mut">
            <Zap size={16} aria-hidden />
            {t('home.power')}
            <ChevronRight size={16} aria-hidden className="-ml-1" />
          </span>
          <span className="num text-title font-semibold">
            {amount(bonus.now, shown)}{' '}
            <span className="text-small font-normal text-mut">{t('home.perHour')}</span>
          </span>
        </span>
        <PowerBar bonus={bonus} />
        <span className="num flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-mut">
          <Part colour="bg-ac">{t('home.basic')}</Part>
          <Part colour="bg-ac2">
            {t('home.directPart', {
              members: count(team.active_direct),
              percent: count(bonus.directPercent),
            })}
          </Part>
          <Part colour="bg-ac3">
            {t('home.otherPart', {
              members: count(team.active_other),
              percent: count(bonus.otherPercent),
            })}
          </Part>
        </span>
      </button>
      <Sheet open={open} onOpenChange={setOpen} title={t('home.powerTitle')}>
        <PowerWorked team={team} bonus={bonus} />
      </Sheet>
    </>
  )
}

/** Shares of the whole, drawn; the same is said in words below. */
function PowerBar({ bonus }: { bonus: Bonus }) {
  const { askedPercent: asked } = bonus
  // Beyond the cap the two share what counts.
  const counted = asked === 0 ? 0 : bonus.percent / asked
  const parts = [
    { colour: 'bg-ac', share: 100 },
    { colour: 'bg-ac2', share: bonus.directPercent * counted },
    { colour: 'bg-ac3', share: bonus.otherPercent * counted },
  ]
  return (
    <span aria-hidden className="flex h-2 gap-1 overflow-hidden rounded-chip">
      {parts.map(({ colour, share }) =>
        share > 0 ? <span key={colour} className={colour} style={{ flex: share }} /> : null,
      )}
    </span>
  )
}

function Part({ colour, children }: { colour: string; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className={`size-2 rounded-chip ${colour}`} />
      {children}
    </span>
  )
}
