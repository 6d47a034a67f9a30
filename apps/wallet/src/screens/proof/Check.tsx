import { StatusPill } from '@btbc/ui/StatusPill.tsx'

import { useText } from '#i18n/text.ts'

/** One thing that was checked, and whether it holds. */
export function Check({ holds, children }: { holds: boolean; children: string }) {
  const t = useText()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="flex-1 basis-40">{children}</span>
      <span className="shrink-0">
        <StatusPill tone={holds ? 'good' : 'bad'}>
          {t(holds ? 'proof.holds' : 'proof.holdsNot')}
        </StatusPill>
      </span>
    </div>
  )
}
