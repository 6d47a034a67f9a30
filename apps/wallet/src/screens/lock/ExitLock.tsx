import { exitLock, readLockExit } from '@btbc/contract/lock.ts'
import { Done } from '@btbc/ui/Done.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall, useSend } from '#api/query.ts'
import { MoneyAction } from '#confirming/MoneyAction.tsx'
import { useMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import type { Lock } from '#screens/lock/growth.ts'

type ExitLockProps = { lock: Lock; open: boolean; onOpenChange: (open: boolean) => void }

/** The early end: what comes back and what does not, as the server counts it now. */
export function ExitLock({ lock, open, onOpenChange }: ExitLockProps) {
  const t = useText()
  const exit = useSend(exitLock, { quiet: true })
  const quote = useCall(readLockExit, { id: lock.id })
  const shown = exit.data ?? quote.data
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('lock.endTitle', { id: lock.id })}>
      {shown ? (
        <Terms lock={lock} shown={shown} exit={exit} onClose={() => onOpenChange(false)} />
      ) : (
        <Loaded query={quote} skeleton={<Skeleton className="h-60" />}>
          {() => null}
        </Loaded>
      )}
    </Sheet>
  )
}

type TermsProps = {
  lock: Lock
  shown: Answer<typeof readLockExit>
  exit: ReturnType<typeof useSend<typeof exitLock>>
  onClose: () => void
}

function Terms({ lock, shown, exit, onClose }: TermsProps) {
  const t = useText()
  const money = useMoney()
  const usdt = (value: string) => money(value, 'USDT')
  const { principal, paid, forfeited } = shown
  return (
    <MoneyAction
      send={exit}
      hold
      once
      lines={[
        { label: t('lock.paidSoFar'), value: usdt(paid) },
        { label: t('lock.forfeited'), value: usdt(forfeited) },
      ]}
      total={{ label: t('lock.comesBack'), value: usdt(principal) }}
      action={t('lock.endEarly')}
      onConfirm={() => exit.mutate({ request: { id: lock.id }, own: { forfeited } })}
      done={<Done title={t('lock.ended')} />}
      onClose={onClose}
    >
      <p className="text-small text-mut">{t('lock.endBody')}</p>
    </MoneyAction>
  )
}
