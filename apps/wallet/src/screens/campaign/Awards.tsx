import { currencies } from '@btbc/money/currency.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import type { Campaign, Whole } from '#screens/campaign/CampaignScreen.tsx'
import { whatFor } from '#screens/campaign/Prizes.tsx'
import { paths } from '#paths.ts'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Section } from '#shell/Section.tsx'

type AwardsProps = { awards: Whole['mine']['awards']; prizes: Campaign['prizes'] }

/** What one has won, for what, and when each of it is paid. */
export function Awards({ awards, prizes }: AwardsProps) {
  const t = useText()
  const money = useShortMoney()
  const { dateTime } = useFormats()
  return (
    <Section title={t('campaign.mine')}>
      <ul className="card divide-y divide-line px-4">
        {awards.map(({ id, prize, amount, currency_name: code, paid, pays_at: at }) => (
          <li key={id} className="num grid gap-0.5 py-3">
            <span className="font-semibold">{money(amount, code)}</span>
            {prizes
              .filter((each) => each.id === prize)
              .map((each) => (
                <span key={each.id} className="text-small">
                  {whatFor(t, each)}
                </span>
              ))}
            <span className="text-small text-mut">
              {t(paid ? 'campaign.paidOn' : 'campaign.paysOn', { date: dateTime(at) })}
            </span>
          </li>
        ))}
        <li>
          <LinkRow
            to={paths.statement('micro', currencies.BTBC.id)}
            label={t('points.toStatement')}
          />
        </li>
      </ul>
    </Section>
  )
}
