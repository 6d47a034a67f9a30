import type { TimeInForce } from '@btbc/contract/exchange-rows.ts'
import { ChoiceList } from '@btbc/ui/SelectSheet.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'

import { useText, type TextKey } from '#i18n/text.ts'
import type { Ticket } from '#screens/exchange/ticket.ts'

export const termsTexts: Record<TimeInForce, TextKey> = {
  gtc: 'exchange.termsGtc',
  post_only: 'exchange.termsPostOnly',
  ioc: 'exchange.termsIoc',
  fok: 'exchange.termsFok',
}
const all: readonly TimeInForce[] = ['gtc', 'post_only', 'ioc', 'fok']

type TermsFieldProps = { ticket: Ticket; onChange: (terms: TimeInForce) => void }

/** How long a limit stays, and whether it may trade at once. */
export function TermsField({ ticket, onChange }: TermsFieldProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  // What waits for its stop price cannot promise to wait again.
  const offered = ticket.mode === 'stop_limit' ? all.filter((each) => each !== 'post_only') : all
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${t('exchange.terms')}: ${t(termsTexts[ticket.terms])}`}
        onClick={() => setOpen(true)}
        className="press flex min-h-11 min-w-0 items-center justify-between gap-1 text-left text-small text-mut"
      >
        {t(termsTexts[ticket.terms])}
        <ChevronDown size={16} aria-hidden className="shrink-0" />
      </button>
      <Sheet open={open} onOpenChange={setOpen} title={t('exchange.terms')}>
        <ChoiceList
          legend={t('exchange.terms')}
          choices={offered.map((each) => ({ value: each, label: t(termsTexts[each]) }))}
          value={ticket.terms}
          onChoose={(value) => {
            const chosen = offered.find((each) => each === value)
            if (chosen) onChange(chosen)
            setOpen(false)
          }}
        />
      </Sheet>
    </>
  )
}
