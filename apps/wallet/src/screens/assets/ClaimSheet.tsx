import { claimOutput } from '@btbc/contract/rewards.ts'
import { currencies } from '@btbc/money/currency.ts'
import { Checkbox } from '@btbc/ui/Checkbox.tsx'
import { Done } from '@btbc/ui/Done.tsx'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { useState } from 'react'

import { useSend } from '#api/query.ts'
import { MoneySheet } from '#confirming/MoneyAction.tsx'
import { useMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { type FeeIn, type Fees, reckonClaim } from '#screens/assets/claim.ts'

const BTBC = currencies.BTBC.id

/** The claim as it stood when its sheet opened: that, and nothing else, is made. */
export type AskedClaim = {
  amount: string
  /** What the server would take by itself. */
  fee: { currency: number; amount: string }
  fees: Fees
  laterFees: Fees
}

type ClaimSheetProps = {
  asked: AskedClaim
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Amount, fee, what arrives; then the server's answer. A poor claim is asked about twice. */
export function ClaimSheet({ asked, open, onOpenChange }: ClaimSheetProps) {
  const t = useText()
  const money = useMoney()
  const send = useSend(claimOutput, { quiet: true })
  const { amount } = asked
  const [feeIn, setFeeIn] = useState<FeeIn>(asked.fee.currency === BTBC ? 'BTBC' : 'USDT')
  const [isSure, setSure] = useState(false)
  const reckoned = reckonClaim(amount, asked, feeIn)
  const fee = money(reckoned.fee, feeIn)
  const asksTwice = (reckoned.isWorthLess && !reckoned.isEatenUp) || reckoned.isWasted
  const blocked = reckoned.isEatenUp
    ? t('claim.eatenUp')
    : asksTwice && !isSure
      ? t('claim.tickFirst')
      : undefined
  return (
    <MoneySheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('claim.claim')}
      send={send}
      lines={[
        { label: t('claim.youClaim'), value: money(amount, 'BTBC') },
        {
          label: t('payments.fee'),
          value: reckoned.isFree ? fee : `−${fee}`,
          ...(reckoned.isFree ? { note: t('claim.firstFree') } : {}),
        },
      ]}
      total={{ label: t('claim.arrives'), value: money(reckoned.net, 'BTBC') }}
      action={t('claim.claimNow')}
      blocked={blocked}
      onConfirm={() =>
        send.mutate({ request: { amount, fee_in: feeIn }, own: { fee: reckoned.fee } })
      }
      done={<Done title={t('claim.claimed')} />}
    >
      {!reckoned.isFree && (
        <FeeChoice
          value={feeIn}
          onChange={(next) => {
            // What was confirmed stays on the receipt.
            if (!send.isPending) setFeeIn(next)
          }}
        />
      )}
      {asksTwice && (
        <Checkbox
          label={
            reckoned.isWasted
              ? t('claim.wasted', { later: money(asked.laterFees.USDT, 'USDT') })
              : t('claim.worthLess')
          }
          checked={isSure}
          onChange={setSure}
        />
      )}
    </MoneySheet>
  )
}

function FeeChoice({ value, onChange }: { value: FeeIn; onChange: (value: FeeIn) => void }) {
  const t = useText()
  return (
    <div className="grid gap-2">
      <p aria-hidden className="text-small text-mut">
        {t('claim.payFee')}
      </p>
      <Segmented
        legend={t('claim.payFee')}
        options={[
          { value: 'USDT', label: t('claim.feeFromSpot') },
          { value: 'BTBC', label: t('claim.feeFromClaim') },
        ]}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}
