import { isZero } from '@btbc/money/amount.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { type Say, useText } from '#i18n/text.ts'
import type { Campaign, Whole } from '#screens/campaign/CampaignScreen.tsx'
import { Claim } from '#screens/campaign/Claim.tsx'
import { Section } from '#shell/Section.tsx'

type Prize = Campaign['prizes'][number]
type PrizesProps = { campaign: Campaign; claims: Whole['mine']['claims'] }

/** What there is to win, how much of it there is, and what is to be asked for. */
export function Prizes({ campaign, claims }: PrizesProps) {
  const t = useText()
  const { dateTime } = useFormats()
  const { prizes, vests_at: vestsAt, phase } = campaign
  return (
    <Section title={t('campaign.prizes')}>
      <ul className="card divide-y divide-line px-4">
        {prizes.map((prize) => (
          <li key={prize.id} className="grid gap-1 py-3">
            <Row prize={prize} vestsAt={vestsAt} />
            {prize.kind === 'claim' && (
              <Claim
                prize={prize}
                claim={claims.find((each) => each.prize === prize.id)}
                isOpen={phase === 'running' && prize.taken < prize.most}
              />
            )}
          </li>
        ))}
      </ul>
      <p className="text-small text-mut">
        {vestsAt === null
          ? t('campaign.paidAtEnd')
          : t('campaign.vests', { date: dateTime(vestsAt) })}
      </p>
    </Section>
  )
}

function Row({ prize, vestsAt }: { prize: Prize; vestsAt: string | null }) {
  const t = useText()
  const once = useOnceAccepted(prize, vestsAt)
  const { kind, high, most, taken } = prize
  const byPlace = kind === 'tier' || kind === 'invite'
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">{whatFor(t, prize)}</h3>
        <p className="num text-right">
          <Worth prize={prize} />
        </p>
      </div>
      {kind !== 'place' && (
        <p className="num text-small text-mut">
          {kind === 'claim'
            ? t('campaign.taken', { taken, most })
            : t(byPlace ? 'campaign.mostByPlace' : 'campaign.most', { most })}
          {once !== '' && ` · ${t('campaign.onceAccepted', { amount: once })}`}
          {kind === 'draw' && ` · ${t('campaign.entrantsMin', { entrants: high ?? 0 })}`}
        </p>
      )}
    </>
  )
}

/** What of a prize that is asked for is not paid at the end, but when an operator has said yes. */
function useOnceAccepted({ kind, usdt, btbc }: Prize, vestsAt: string | null): string {
  const money = useShortMoney()
  if (kind !== 'claim') return ''
  const parts = [
    ...(isZero(usdt) ? [] : [money(usdt, 'USDT')]),
    ...(isZero(btbc) || vestsAt !== null ? [] : [money(btbc, 'BTBC')]),
  ]
  return parts.join(' + ')
}

export function whatFor(t: Say, { kind, low, high }: Prize): string {
  switch (kind) {
    case 'place':
      return high === null || high === low
        ? t('campaign.forPlace', { low })
        : t('campaign.forPlaces', { low, high })
    case 'tier':
      return high === null ? t('campaign.forTier', { low }) : t('campaign.forRange', { low, high })
    case 'invite':
      return t('campaign.forInvite', { low })
    case 'draw':
      return t('campaign.forDraw', { low })
    case 'claim':
      return t('campaign.forClaim')
  }
}

/** `20 USDT + 100 BTBC`; a drawn amount from the least to the most. */
function Worth({ prize: { usdt, usdt_most: usdtMost, btbc } }: { prize: Prize }) {
  const t = useText()
  const money = useShortMoney()
  const isDrawn = usdt !== usdtMost
  const parts = [
    ...(isDrawn
      ? [t('campaign.upTo', { least: money(usdt, 'USDT'), most: money(usdtMost, 'USDT') })]
      : isZero(usdt)
        ? []
        : [money(usdt, 'USDT')]),
    ...(isZero(btbc) ? [] : [money(btbc, 'BTBC')]),
  ]
  return parts.join(' + ')
}
