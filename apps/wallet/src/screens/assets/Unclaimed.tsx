import { readOutput } from '@btbc/contract/rewards.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { Info } from 'lucide-react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useReview } from '#confirming/useReview.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { ClaimSheet, type AskedClaim } from '#screens/assets/ClaimSheet.tsx'
import { Synchronise } from '#screens/assets/Synchronise.tsx'
import { AppLink } from '#shell/AppLink.tsx'

/** The server says when a batch is final; this is for what was not heard. */
const SYNC_MS = 20_000

type Reward = Answer<typeof readOutput>

/** Mined and not yet claimed, how far it is on its way to the chain, and the claim. */
export function Unclaimed() {
  const reward = useCall(readOutput, {}, { refetchInterval: SYNC_MS })
  const review = useReview<AskedClaim>()
  return (
    <Loaded query={reward} skeleton={<Skeleton className="h-93" />}>
      {(data) => (
        <section aria-labelledby="unclaimed" className="card grid grid-cols-1 gap-4 p-4">
          <Amounts reward={data} />
          <Ways
            reward={data}
            onClaim={() =>
              review.ask({
                amount: data.can_receive,
                fee: data.fee,
                fees: data.fees,
                laterFees: data.later_fees,
              })
            }
          />
          {review.asked && (
            <ClaimSheet key={review.opening} asked={review.asked} {...review.sheet} />
          )}
        </section>
      )}
    </Loaded>
  )
}

function Amounts({ reward }: { reward: Reward }) {
  const t = useText()
  const money = useShortMoney()
  const { amount, time } = useFormats()
  const lines = [
    { label: t('wallet.claimable'), value: money(reward.can_receive, 'BTBC') },
    { label: t('claim.onItsWay'), value: money(reward.on_its_way, 'BTBC') },
    ...(reward.next_mint_at === null
      ? []
      : [{ label: t('claim.nextBatch'), value: time(reward.next_mint_at) }]),
  ]
  return (
    <>
      <div className="grid gap-1">
        <h2 id="unclaimed" className="text-small text-mut">
          {t('wallet.unclaimed')}
        </h2>
        <p className="num text-amount font-semibold wrap-anywhere">
          {amount(reward.receive_amount, { minDecimals: 8 })}{' '}
          <span className="text-small font-normal text-mut">BTBC</span>
        </p>
        <p className="text-small text-sub">{t('wallet.unclaimedNote')}</p>
      </div>
      <div className="border-t border-line pt-3">
        <KeyValue items={lines} />
      </div>
    </>
  )
}

function Ways({ reward, onClaim }: { reward: Reward; onClaim: () => void }) {
  const t = useText()
  return (
    <div className="grid gap-3">
      {reward.blocked === null ? (
        <Button onClick={onClaim}>{t('claim.claim')}</Button>
      ) : (
        <WhyNot blocked={reward.blocked} />
      )}
      {reward.next_mint_at !== null && <Synchronise />}
    </div>
  )
}

const reasons = {
  claim_needs_identity: 'claim.needsIdentity',
  identity_pending: 'claim.identityPending',
  claim_not_on_chain: 'wallet.notYet',
  claim_unavailable: 'claim.unavailable',
} as const

const ways = {
  claim_needs_identity: { to: paths.identity(), label: 'claim.verify' },
  identity_pending: { to: paths.identity(), label: 'claim.seeIdentity' },
  claim_not_on_chain: undefined,
  claim_unavailable: { to: paths.home(), label: 'claim.mine' },
} as const

/** A sentence, and where something can be done about it. */
function WhyNot({ blocked }: { blocked: NonNullable<Reward['blocked']> }) {
  const t = useText()
  const way = ways[blocked]
  return (
    <p className="flex gap-2 text-small text-mut">
      <Info size={16} aria-hidden className="mt-0.5 shrink-0" />
      <span>
        <span className="block">{t(reasons[blocked])}</span>
        {way ? (
          <AppLink to={way.to} className="inline-flex min-h-11 items-center text-ac underline">
            {t(way.label)}
          </AppLink>
        ) : (
          <span className="block">{t('wallet.notYetMore')}</span>
        )}
      </span>
    </p>
  )
}
