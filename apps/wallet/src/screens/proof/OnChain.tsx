import { formatAmount } from '@btbc/money/amount.ts'
import { buttonClass } from '@btbc/ui/Button.tsx'
import { CopyRow } from '@btbc/ui/CopyRow.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'

import { Loaded } from '#api/Loaded.tsx'
import { useMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { Check } from '#screens/proof/Check.tsx'
import { readOnChain } from '#screens/proof/on-chain.ts'
import type { Checked } from '#screens/proof/verifier.ts'
import { Section } from '#shell/Section.tsx'
import { currencyName } from '#solvency/currency-name.ts'

/** While the newest one is being written. */
const AGAIN_MS = 5_000

/** What custody's addresses hold and which proofs were written, asked of the chain and not of the books. */
export function OnChain({ checked: { attestation, all } }: { checked: Checked }) {
  const t = useText()
  const query = useQuery({
    queryKey: ['custody on chain', attestation.number],
    queryFn: () => readOnChain(all),
    refetchInterval: ({ state }) => (state.data?.log?.isWritten === false ? AGAIN_MS : false),
    retry: false,
  })
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-64" />}>
      {({ custody, log }) =>
        (custody || log) && (
          <Section title={t('proof.chain')}>
            <div className="card grid gap-3 p-4">
              {custody && <Held found={custody} />}
              {log && <Written found={log} contract={attestation.log?.address ?? ''} />}
              <p className="text-small text-sub">{t('proof.chainNode')}</p>
              <CopyRow
                label={t('proof.chainCommand')}
                value={`node verify.mjs ${globalThis.location.origin} --rpc https://…`}
              />
              <a href="/verify-chain.mjs" download className={buttonClass({ variant: 'ghost' })}>
                {t('proof.chainDownload')}
              </a>
            </div>
          </Section>
        )
      }
    </Loaded>
  )
}

type OnChainFound = Awaited<ReturnType<typeof readOnChain>>

function Written({
  found: { findings, latest, isWritten = false },
  contract,
}: {
  found: NonNullable<OnChainFound['log']>
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
      <CopyRow label={t('proof.logContract')} value={contract} />
    </>
  )
}

type Found = NonNullable<OnChainFound['custody']>

function Held({ found: { findings, coins, block = 0n, isThen = true } }: { found: Found }) {
  const t = useText()
  const money = useMoney()
  const { count } = useFormats()
  const shown = (units: bigint, { scale, code }: Found['coins'][number]) =>
    money(formatAmount(units, scale), code)
  const holds = findings.length === 0 && (isThen || coins.every(({ covers }) => covers))
  return (
    <>
      <Check holds={holds}>{t(isThen ? 'proof.chainThen' : 'proof.chainNow')}</Check>
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
