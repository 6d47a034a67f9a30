import { KeyValue } from '@btbc/ui/KeyValue.tsx'

import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import type { Bonus, Team } from '#mining/bonus.ts'

const shown = { decimals: 4, minDecimals: 4 }

/** Basic × (100 % + direct + others) = power, in the member's own numbers. */
export function PowerWorked({ team, bonus }: { team: Team; bonus: Bonus }) {
  const t = useText()
  const { amount, count } = useFormats()
  const basic = amount(bonus.basic, { minDecimals: 4 })
  return (
    <div className="grid gap-4 pb-2">
      <div className="num grid gap-1 rounded-control bg-s2 p-4 text-center">
        <p className="text-small text-mut">{t('home.formula')}</p>
        <p className="text-section">
          {bonus.askedPercent > bonus.capPercent
            ? t('home.formulaCapped', { basic, cap: count(bonus.capPercent) })
            : t('home.formulaWorked', {
                basic,
                direct: count(bonus.directPercent),
                other: count(bonus.otherPercent),
              })}
        </p>
        <p className="text-title font-semibold">
          = {amount(bonus.power, { minDecimals: 4 })}{' '}
          <span className="text-small font-normal text-mut">{t('home.perHour')}</span>
        </p>
      </div>
      <KeyValue
        items={[
          {
            label: t('home.baseOfEverybody'),
            value: `${amount(team.base_output, { minDecimals: 4 })} BTBC`,
          },
          {
            label: t('home.yourMachines'),
            value: `${amount(team.machine_output, { minDecimals: 4 })} BTBC`,
          },
          {
            label: t('home.directMembers', {
              members: team.active_direct,
              each: count(Number(team.child_power_rate)),
            }),
            value: `+${t('shell.percent', { percent: count(bonus.directPercent) })}`,
          },
          {
            label: t('home.otherMembers', {
              members: team.active_other,
              each: count(Number(team.oth_power_rate)),
            }),
            value: `+${t('shell.percent', { percent: count(bonus.otherPercent) })}`,
          },
        ]}
      />
      <div className="grid gap-2 text-small text-mut">
        {bonus.askedPercent > bonus.percent && (
          <p className="text-warn">{t('home.capReached', { cap: count(bonus.capPercent) })}</p>
        )}
        {bonus.openPercent !== undefined && (
          <p>{t('home.rateFixed', { now: amount(bonus.now, shown) })}</p>
        )}
        <p>{t('home.whoCounts', { cap: count(bonus.capPercent) })}</p>
      </div>
    </div>
  )
}
