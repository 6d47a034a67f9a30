import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { bonusOf, type Team } from '#mining/bonus.ts'

const shown = { minDecimals: 4 }

/** The rule in a sentence, then worked with the member's own numbers. */
export function BonusCard({ team }: { team: Team }) {
  const t = useText()
  const { amount, count } = useFormats()
  const bonus = bonusOf(team)
  const capped = bonus.askedPercent > bonus.capPercent
  const basic = amount(bonus.basic, shown)
  return (
    <section aria-labelledby="team-bonus" className="card grid gap-3 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="team-bonus" className="text-section font-semibold">
          {t('team.bonus')}
        </h2>
        <p className="num font-semibold text-ac">
          {t('team.bonusYours', { percent: count(bonus.percent) })}
        </p>
      </div>
      <p>
        {t('team.bonusRule', {
          direct: count(Number(team.child_power_rate)),
          other: count(Number(team.oth_power_rate)),
          cap: count(bonus.capPercent),
        })}
      </p>
      <div className="num grid gap-1 rounded-control bg-s2 p-3 text-center">
        <p className="text-small text-mut">{t('home.formula')}</p>
        <p>
          {capped
            ? t('home.formulaCapped', { basic, cap: count(bonus.capPercent) })
            : t('home.formulaWorked', {
                basic,
                direct: count(bonus.directPercent),
                other: count(bonus.otherPercent),
              })}
        </p>
        <p className="text-section font-semibold">
          = {amount(bonus.power, shown)}{' '}
          <span className="text-small font-normal text-mut">{t('home.perHour')}</span>
        </p>
      </div>
      {capped && (
        <p className="text-small text-warn">
          {t('team.bonusCapped', {
            asked: count(bonus.askedPercent),
            cap: count(bonus.capPercent),
          })}
        </p>
      )}
      {bonus.openPercent !== undefined && (
        <p className="text-small text-mut">
          {t('team.openRun', { percent: count(bonus.openPercent) })}
        </p>
      )}
    </section>
  )
}
