import { formatAmount } from '@btbc/money/amount.ts'
import { CopyRow } from '@btbc/ui/CopyRow.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'

import { useMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { Check } from '#screens/proof/Check.tsx'
import type { Log, Custody } from '#screens/proof/on-chain.ts'
import { currencyName } from '#solvency/currency-name.ts'

/** Which proofs stand in the contract, as a node says. */
export function Written({
  found: { findings, latest, isWritten = false },
  contract,
}: {
  found: Log
  contract: string
}) {
  const t = useText()
  const { count } = useFormats()
  return (
    <>
      <Check holds={findings.length === 0}>
        {t(isWritten || findings.length > 0 ? 'proof.logHolds' : 'proof.logWaits')}
      </Check>
      {latest !== undefined && (
        <p className="num text-small text-mut">{t('proof.logUpTo', { count: count(latest) })}</p>
      )}
      <CopyRow label={t('proof.logContract')} value={contract} isAddress />
    </>
  )
}

/** What custody's addresses hold, as a node says. */
export function Held({
  found: { findings, coins, block = 0n, isThen = true },
}: {
  found: Custody
}) {
  const t = useText()
  const money = useMoney()
  const { count } = useFormats()
  const shown = (units: bigint, { scale, code }: Custody['coins'][number]) =>
    money(formatAmount(units, scale), code)
  return (
    <>
      <Check holds={findings.length === 0}>
        {t(isThen ? 'proof.chainThen' : 'proof.chainNow')}
      </Check>
      {coins.length > 0 && (
        <p className="num text-small text-mut">
          {t(isThen ? 'proof.chainBlock' : 'proof.chainForgotten', { block: count(Number(block)) })}
        </p>
      )}
      <KeyValue
        items={coins.map((coin) => ({
          label: currencyName(coin.code, t),
          value: t('proof.chainSeen', {
            seen: shown(coin.seen, coin),
            said: shown(coin.said, coin),
          }),
        }))}
      />
    </>
  )
}
