import { buttonClass } from '@btbc/ui/Button.tsx'
import { CopyRow } from '@btbc/ui/CopyRow.tsx'

import { useText } from '#i18n/text.ts'
import { Section } from '#shell/Section.tsx'

/** The same check by a program of one's own machine. */
export function CheckYourself() {
  const t = useText()
  return (
    <Section title={t('proof.how')}>
      <div className="card grid gap-3 p-4">
        <p className="text-mut">{t('proof.howBody')}</p>
        <a href="/verify.mjs" download className={buttonClass({ variant: 'ghost' })}>
          {t('proof.download')}
        </a>
        <CopyRow
          label={t('proof.command')}
          value={`node verify.mjs ${globalThis.location.origin}`}
        />
        <CopyRow label={t('proof.commandOwn')} value="node verify.mjs btbc-test-proof-1.json" />
      </div>
    </Section>
  )
}
