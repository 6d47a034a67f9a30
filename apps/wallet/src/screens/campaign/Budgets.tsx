import { KeyValue } from '@btbc/ui/KeyValue.tsx'

import { useShortMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import type { Campaign } from '#screens/campaign/CampaignScreen.tsx'
import { Section } from '#shell/Section.tsx'

/** What was set aside before anybody saw the campaign, and where it is now. */
export function Budgets({ campaign: { budgets } }: { campaign: Campaign }) {
  const t = useText()
  const money = useShortMoney()
  return (
    <Section title={t('campaign.budget')}>
      {budgets.map(({ currency_name: code, budget, awarded, paid, returned }) => (
        <div key={code} className="card p-4">
          <KeyValue
            items={[
              { label: t('campaign.budget'), value: money(budget, code) },
              { label: t('campaign.awarded'), value: money(awarded, code) },
              { label: t('campaign.paid'), value: money(paid, code) },
              { label: t('campaign.returned'), value: money(returned, code) },
            ]}
          />
        </div>
      ))}
    </Section>
  )
}
