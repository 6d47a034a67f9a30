import { CallRefused } from '@btbc/client/client.ts'
import { quoteDeal } from '@btbc/contract/deal.ts'
import type { PayWay } from '@btbc/contract/payee.ts'
import { useId } from 'react'

import { useCall, useErrorText } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { ways, wayTexts } from '#payees/ways.ts'

type WayChipsProps = { value: PayWay | undefined; onChange: (way: PayWay) => void }

/** How it is paid. A way that no seller takes now is off, and says why in the server's words. */
export function WayChips({ value, onChange }: WayChipsProps) {
  const t = useText()
  return (
    <fieldset className="grid gap-1.5">
      <legend className="text-small text-mut">{t('buy.way')}</legend>
      <div className="grid grid-cols-3 gap-2">
        {ways.map((way) => (
          <WayChip key={way} way={way} isChosen={way === value} onChoose={() => onChange(way)} />
        ))}
      </div>
    </fieldset>
  )
}

type WayChipProps = { way: PayWay; isChosen: boolean; onChoose: () => void }

function WayChip({ way, isChosen, onChoose }: WayChipProps) {
  const t = useText()
  const noteId = useId()
  const errorText = useErrorText()
  const { error } = useCall(quoteDeal, { pay_way: way })
  const off = error instanceof CallRefused ? errorText(error) : undefined
  return (
    <div className="grid content-start gap-1">
      <button
        type="button"
        aria-pressed={isChosen && off === undefined}
        aria-disabled={off === undefined ? undefined : true}
        aria-describedby={off === undefined ? undefined : noteId}
        onClick={() => {
          if (off === undefined) onChoose()
        }}
        className="press min-h-11 rounded-chip border border-ctl px-2 text-center aria-disabled:opacity-55 aria-pressed:border-acf aria-pressed:bg-s3 aria-pressed:font-semibold"
      >
        {t(wayTexts[way])}
      </button>
      {off !== undefined && (
        <p id={noteId} className="text-center text-label text-mut">
          {off}
        </p>
      )}
    </div>
  )
}
