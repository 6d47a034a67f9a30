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
  const id = useId()
  const whyOff = useWhyOff()
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-small text-mut">{t('buy.way')}</legend>
      <div className="flex flex-wrap gap-2">
        {ways.map((way) => {
          const isOff = whyOff[way] !== undefined
          return (
            <button
              key={way}
              type="button"
              aria-pressed={way === value && !isOff}
              aria-disabled={isOff || undefined}
              aria-describedby={isOff ? `${id}-${way}` : undefined}
              onClick={() => {
                if (!isOff) onChange(way)
              }}
              className="press min-h-11 min-w-0 grow rounded-chip border border-ctl px-2 text-center aria-disabled:border-line aria-disabled:text-sub aria-pressed:border-acf aria-pressed:bg-s3 aria-pressed:font-semibold"
            >
              {t(wayTexts[way])}
            </button>
          )
        })}
      </div>
      {ways.map(
        (way) =>
          whyOff[way] !== undefined && (
            <p key={way} id={`${id}-${way}`} className="text-small text-mut">
              {whyOff[way]}
            </p>
          ),
      )}
    </fieldset>
  )
}

function useWhyOff(): Partial<Record<PayWay, string>> {
  const errorText = useErrorText()
  const alipay = useCall(quoteDeal, { pay_way: 'alipay' }).error
  const wechat = useCall(quoteDeal, { pay_way: 'wechat' }).error
  const bank = useCall(quoteDeal, { pay_way: 'bank' }).error
  const why = (error: unknown) => (error instanceof CallRefused ? errorText(error) : undefined)
  const reasons = { alipay: why(alipay), wechat: why(wechat), bank: why(bank) }
  return Object.fromEntries(Object.entries(reasons).filter(([, text]) => text !== undefined))
}
