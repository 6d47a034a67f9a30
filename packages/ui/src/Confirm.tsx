import type { ReactNode } from 'react'

import { Banner } from '#Banner.tsx'
import { Button } from '#Button.tsx'
import { Receipt, type ReceiptLine } from '#Receipt.tsx'
import { Sheet } from '#Sheet.tsx'
import { TestNote } from '#TestNote.tsx'

type ConfirmProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  lines?: readonly ReceiptLine[]
  total?: ReceiptLine
  after?: readonly ReceiptLine[]
  /** Verb and net: 'Withdraw 82.00 USDT'. */
  action: string
  onConfirm: () => void
  busy?: boolean
  danger?: boolean
  /** What the server said no to; the sheet stays open with it. */
  error?: string | undefined
  disabledReason?: string | undefined
  children?: ReactNode
}

/** Cost before consent: what happens, what it costs, the test mark, one button. */
export function Confirm(props: ConfirmProps) {
  const { open, onOpenChange, title, busy = false, danger = false, total } = props
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={title} dismissible={!busy}>
      <div className="grid gap-4">
        {props.children}
        {total && <Receipt lines={props.lines ?? []} total={total} after={props.after ?? []} />}
        {props.error !== undefined && <Banner tone="bad">{props.error}</Banner>}
        <TestNote />
        <Button
          variant={danger ? 'danger' : 'primary'}
          busy={busy}
          disabledReason={props.disabledReason}
          onClick={props.onConfirm}
        >
          {props.action}
        </Button>
      </div>
    </Sheet>
  )
}
