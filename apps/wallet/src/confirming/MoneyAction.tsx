import { isUndecided } from '@btbc/client/client.ts'
import { houseNow } from '@btbc/client/house-clock.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { useHeldSheet } from '@btbc/ui/held-sheet.ts'
import { HoldButton } from '@btbc/ui/HoldButton.tsx'
import { Receipt, type ReceiptLine } from '@btbc/ui/Receipt.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import { useEffect, useState, type ReactNode } from 'react'

import { useErrorText } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import type { RiskyCall } from '#security/asked.ts'
import { useProof } from '#security/useProof.ts'
import { NextStep } from '#shell/Refused.tsx'
import { useOnline } from '#shell/online.ts'

/** How the request stands: what useSend answers. */
type Sending = { isPending: boolean; isSuccess: boolean; error: Error | null; context?: unknown }

export type MoneyActionProps = {
  send: Sending
  lines: readonly ReceiptLine[]
  total: ReceiptLine
  after?: readonly ReceiptLine[]
  /** Verb and net: 'Withdraw 82.00 USDT'. */
  action: string
  onConfirm: (proof: string) => void
  /** What has to be proved first; the proof goes to onConfirm. Such a button is held down. */
  risky?: RiskyCall
  /** It cannot be undone: its button is held down, too. */
  hold?: boolean
  /** Why it cannot be confirmed now, in words. */
  blocked?: string | undefined
  /** The terms shown end with a refusal: it is closed and reviewed anew. */
  once?: boolean
  /** What is under way is nothing of ours, and may never end: the sheet can be left. */
  mayLeave?: boolean
  /** Says an error in other words than the server's. */
  errorText?: (error: Error) => string
  /** Choices and warnings before it is done. */
  children?: ReactNode
  /** What has become of it: a `Done`. */
  done: ReactNode
  /** Where to go from the result; Done closes it in any case. */
  next?: ReactNode
  onClose: () => void
}

/**
 * The one way money moves on screen: cost before consent, one button, the server's answer, Done.
 * Pressing again after a lost answer is safe (see useSend), and so is pressing twice. The sheet it
 * lies in stays until the server has answered and that was read.
 */
export function MoneyAction(props: MoneyActionProps) {
  const { send, children, done, next, mayLeave = false, onClose } = props
  const t = useText()
  const plain = useErrorText()
  const { isCalm } = useResult(send)
  const earlier = useEarlier(send)
  useHeldSheet((send.isPending && !mayLeave) || !isCalm)
  const { lines, total, after = [], errorText = plain } = props
  const isRefused = send.error !== null && !isUndecided(send.error)
  const isEnded = send.isSuccess || (props.once === true && isRefused)
  return (
    <div className="grid gap-4">
      {send.isSuccess ? done : children}
      {earlier ?? <Receipt lines={lines} total={total} after={after} />}
      {send.error && (
        <Banner tone="bad" action={<NextStep error={send.error} />}>
          {errorText(send.error)}
        </Banner>
      )}
      <TestNote />
      {send.isSuccess && next}
      {isEnded ? (
        // The second of two taps lands here: it was meant for the button that was here before.
        <Button
          variant={next === undefined || !send.isSuccess ? 'primary' : 'ghost'}
          onClick={() => {
            if (isCalm) onClose()
          }}
        >
          {t(send.isSuccess ? 'shell.done' : 'shell.close')}
        </Button>
      ) : (
        <Confirming {...props} />
      )}
    </div>
  )
}

function Confirming({ send, action, onConfirm, risky, hold, blocked }: MoneyActionProps) {
  const t = useText()
  const online = useOnline()
  const { prove, isAsking } = useProof(send)
  const looks = {
    busy: send.isPending || isAsking,
    disabledReason: online ? blocked : t('shell.offline'),
  }
  if (risky === undefined && hold !== true) {
    return (
      <Button {...looks} onClick={() => onConfirm('')}>
        {action}
      </Button>
    )
  }
  return (
    <HoldButton
      {...looks}
      how={t('shell.hold')}
      again={t('shell.tapAgain')}
      onConfirm={() => {
        if (risky === undefined) return onConfirm('')
        void prove(risky).then((proof) => {
          if (proof !== undefined) onConfirm(proof)
        })
      }}
    >
      {action}
    </HoldButton>
  )
}

const CALM_MS = 800

/** Whether the result has stood long enough for a tap to be meant for it. */
function useResult({ isSuccess }: Sending): { isCalm: boolean } {
  const [hasStood, setStood] = useState(false)
  useEffect(() => {
    if (!isSuccess) return undefined
    const timer = setTimeout(() => setStood(true), CALM_MS)
    return () => clearTimeout(timer)
  }, [isSuccess])
  return { isCalm: !isSuccess || hasStood }
}

/** What was done is what an earlier sheet had asked for: by its figures and not by these, and not once more. */
function useEarlier({ isSuccess, context: sentAt }: Sending): ReactNode {
  const t = useText()
  const [openedAt] = useState(houseNow)
  if (!isSuccess || typeof sentAt !== 'number' || sentAt >= openedAt) return undefined
  return <Banner tone="warn">{t('shell.sentBefore')}</Banner>
}

type MoneySheetProps = Omit<MoneyActionProps, 'onClose'> & {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
}

/** The same in a sheet of its own. */
export function MoneySheet({ open, onOpenChange, title, ...action }: MoneySheetProps) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={title}>
      <MoneyAction {...action} onClose={() => onOpenChange(false)} />
    </Sheet>
  )
}
