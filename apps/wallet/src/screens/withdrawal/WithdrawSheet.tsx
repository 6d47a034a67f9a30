import type { PaymentJson } from '@btbc/contract/payment-state.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { HoldButton } from '@btbc/ui/HoldButton.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import type { ReactNode } from 'react'

import { CallRefused } from '#api/call.ts'
import { useErrorText } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { Accepted } from '#screens/withdrawal/Accepted.tsx'
import { useOnline } from '#shell/online.ts'

type WithdrawSheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** How the request stands that this sheet sends. */
  send: {
    isPending: boolean
    isSuccess: boolean
    error: Error | null
    data: Pick<PaymentJson, 'state' | 'next'> | undefined
  }
  /** What arrives, as the button says it. */
  net: string
  onConfirm: () => Promise<void>
  /** The receipt. */
  children: ReactNode
}

/** A withdrawal before it is made, whatever way it takes: its receipt, held down; then the answer. */
export function WithdrawSheet(props: WithdrawSheetProps) {
  const { open, onOpenChange, title, send, net, onConfirm, children } = props
  const t = useText()
  const online = useOnline()
  const errorText = useErrorText()
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={title} dismissible={!send.isPending}>
      <div className="grid gap-4">
        {send.data && <Accepted next={send.data.next} state={send.data.state} />}
        {children}
        {send.error && <Banner tone="bad">{errorText(send.error)}</Banner>}
        <TestNote />
        {send.isSuccess || send.error instanceof CallRefused ? (
          <Button onClick={() => onOpenChange(false)}>{t('withdrawal.close')}</Button>
        ) : (
          <HoldButton
            how={t('withdrawal.hold')}
            again={t('withdrawal.tapAgain')}
            busy={send.isPending}
            disabledReason={online ? undefined : t('shell.offline')}
            onConfirm={() => void onConfirm()}
          >
            {t('withdrawal.action', { net })}
          </HoldButton>
        )}
      </div>
    </Sheet>
  )
}
