import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { CopyRow } from '@btbc/ui/CopyRow.tsx'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import { useEffect, useRef, useState } from 'react'

import { QrTile } from '#content/QrTile.tsx'
import { useMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { paymentUri } from '#screens/recharge/payment-request.ts'
import type { CoinInfo } from '#screens/recharge/RechargeScreen.tsx'
import { store, stored } from '#storage.ts'

/** The network by its name first; the address once it is understood to be a test network. */
export function DepositAddress({ info }: { info: CoinInfo }) {
  const t = useText()
  const chain = String(info.chain_id)
  const [understood, setUnderstood] = useState(() => stored('test_network') === chain)
  const [justNow, setJustNow] = useState(false)
  return (
    <section aria-label={t('recharge.address')} className="card grid gap-4 p-4">
      <p className="test-mark mx-auto rounded-chip border px-3 py-1 text-small font-semibold">
        <span aria-hidden>◇ </span>
        {t('recharge.network', { network: info.network, coin: info.name })}
      </p>
      {understood ? (
        <Address info={info} focus={justNow} />
      ) : (
        <>
          <TestNote>{t('recharge.testOnly', { network: info.network })}</TestNote>
          <Button
            onClick={() => {
              store('test_network', chain)
              setJustNow(true)
              setUnderstood(true)
            }}
          >
            {t('recharge.understand')}
          </Button>
        </>
      )}
    </section>
  )
}

function Address({ info, focus }: { info: CoinInfo; focus: boolean }) {
  const t = useText()
  const money = useMoney()
  const heading = useRef<HTMLParagraphElement>(null)
  // The button that was pressed is gone; the reader goes on here.
  useEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus])
  return (
    <>
      <div className="test-mark mx-auto rounded-card border-2 p-2">
        <QrTile value={paymentUri(info)} label={t('recharge.qr', { coin: info.name })} />
      </div>
      <p ref={heading} tabIndex={-1} className="text-center text-small text-mut outline-none">
        {t('recharge.networkNote', { network: info.network, coin: info.name })}
      </p>
      <CopyRow label={t('recharge.yourAddress')} value={info.address} isAddress />
      <Banner tone="warn">
        {t('recharge.warning', { coin: info.name, network: info.network })}{' '}
        {t('recharge.rules', {
          least: money(info.deposit_min, info.name),
          confirmations: info.confirmations,
        })}
      </Banner>
    </>
  )
}
