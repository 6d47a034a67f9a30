import { requestTestCoins } from '@btbc/contract/deposit.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Droplets } from 'lucide-react'
import { useState } from 'react'

import { useErrorText, useSend } from '#api/query.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import type { CoinInfo } from '#screens/recharge/RechargeScreen.tsx'
import { useOnline } from '#shell/online.ts'

type FaucetProps = {
  info: CoinInfo
  /** How many deposits came while one looked. */
  arrived: number
}

/** Test coins at a press, on the chain that the server runs itself. */
export function Faucet({ info, arrived }: FaucetProps) {
  const t = useText()
  const money = useShortMoney()
  const online = useOnline()
  const errorText = useErrorText()
  const send = useSend(requestTestCoins, { quiet: true })
  // They are on the way until something arrives.
  const [arrivedBefore, setArrivedBefore] = useState(arrived)
  if (info.faucet === null) return null
  const amount = money(info.faucet, info.name)
  return (
    <section aria-label={t('recharge.faucet')} className="card grid gap-3 p-4">
      <p className="text-small text-mut">{t('recharge.faucetWhat', { amount })}</p>
      {send.error && <Banner tone="warn">{errorText(send.error)}</Banner>}
      {send.isSuccess && arrived === arrivedBefore && (
        <Banner tone="good">{t('recharge.faucetSent', { amount })}</Banner>
      )}
      <Button
        variant="ghost"
        busy={send.isPending}
        icon={<Droplets size={20} aria-hidden />}
        disabledReason={online ? undefined : t('shell.offline')}
        onClick={() => {
          setArrivedBefore(arrived)
          send.mutate({ request: { currency: info.currency } })
        }}
      >
        {t('recharge.faucetGet', { amount })}
      </Button>
    </section>
  )
}
