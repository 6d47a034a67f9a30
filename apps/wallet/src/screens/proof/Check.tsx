import { StatusPill } from '@btbc/ui/StatusPill.tsx'

import { useText } from '#i18n/text.ts'

/** One thing that was checked, and whether it holds. */
export function Check({ holds, children }: { holds: boolean; children: string }) {
  const t = useText()
  return (
    <div className="flex items-center justify-between gap-3">
      <span>{children}</span>
      <span className="shrink-0">
        <StatusPill tone={holds ? 'good' : 'bad'}>
          {t(holds ? 'proof.holds' : 'proof.holdsNot')}
        </StatusPill>
      </span>
    </div>
  )
}
