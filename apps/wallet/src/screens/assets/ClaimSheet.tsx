import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Checkbox } from '@btbc/ui/Checkbox.tsx'
import { Done } from '@btbc/ui/Done.tsx'
import { Receipt } from '@btbc/ui/Receipt.tsx'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import { useState } from 'react'

import { refresh, useErrorText, useSend } from '#api/query.ts'
import { useMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { type FeeIn, type Fees, reckonClaim, type Reckoned } from '#screens/assets/claim.ts'
import { useOnline } from '#shell/online.ts'

const BTBC = 28

/** The claim as it stood when its sheet opened: that, and nothing else, is made. */
export type AskedClaim = {
  amount: string
  /** What the server would take by itself. */
  fee: { currency: number; amount: string }
  fees: Fees
  key: string
}

type ClaimSheetProps = {
  asked: AskedClaim
  open: boolean
  onOpenChange: (open: boolean) => void
}

const refreshes = [
  '/machine/has_reward',
  '/machine/get_free_times',
  '/wallet/list',
  '/charge_mention/log',
] as const

/** Amount, fee, what arrives; then the server's answer. */
export function ClaimSheet({ asked, open, onOpenChange }: ClaimSheetProps) {
  const t = useText()
  const errorText = useErrorText()
  const send = useSend('/machine/reward', refreshes)
  const { amount, fees, key } = asked
  const [feeIn, setFeeIn] = useState<FeeIn>(asked.fee.currency === BTBC ? 'BTBC' : 'USDT')
  const reckoned = reckonClaim(amount, fees, feeIn)
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('claim.claim')}
      dismissible={!send.isPending}
    >
      <div className="grid gap-4">
        {send.isSuccess && <Done title={t('claim.claimed')} />}
        {!reckoned.isFree && !send.isSuccess && <FeeChoice value={feeIn} onChange={setFeeIn} />}
        <ClaimReceipt amount={amount} feeIn={feeIn} reckoned={reckoned} />
        {send.error && <Banner tone="bad">{errorText(send.error)}</Banner>}
        <TestNote />
        {send.isSuccess ? (
          <Button onClick={() => onOpenChange(false)}>{t('claim.done')}</Button>
        ) : (
          <Confirm
            reckoned={reckoned}
            isBusy={send.isPending}
            onConfirm={() =>
              send.mutate(
                { request: { amount, fee_in: feeIn, fee: reckoned.fee }, key: `${key}-${feeIn}` },
                { onError: () => void refresh('/machine/has_reward') },
              )
            }
          />
        )}
      </div>
    </Sheet>
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

function ClaimReceipt(props: { amount: string; feeIn: FeeIn; reckoned: Reckoned }) {
  const { amount, feeIn, reckoned } = props
  const t = useText()
  const money = useMoney()
  const fee = money(reckoned.fee, feeIn)
  return (
    <Receipt
      lines={[
        { label: t('claim.youClaim'), value: money(amount, 'BTBC') },
        {
          label: t('claim.fee'),
          value: reckoned.isFree ? fee : `−${fee}`,
          ...(reckoned.isFree ? { note: t('claim.firstFree') } : {}),
        },
      ]}
      total={{ label: t('claim.arrives'), value: money(reckoned.net, 'BTBC') }}
    />
  )
}

/** A claim that is worth less than its fee is asked about twice. */
function Confirm(props: { reckoned: Reckoned; isBusy: boolean; onConfirm: () => void }) {
  const { reckoned, isBusy, onConfirm } = props
  const t = useText()
  const online = useOnline()
  const [isSure, setIsSure] = useState(false)
  const asksTwice = reckoned.isWorthLess && !reckoned.isEatenUp
  const reason = !online
    ? t('shell.offline')
    : reckoned.isEatenUp
      ? t('claim.eatenUp')
      : asksTwice && !isSure
        ? t('claim.tickFirst')
        : undefined
  return (
    <>
      {asksTwice && <Checkbox label={t('claim.worthLess')} checked={isSure} onChange={setIsSure} />}
      <Button busy={isBusy} disabledReason={reason} onClick={onConfirm}>
        {t('claim.claimNow')}
      </Button>
    </>
  )
}
