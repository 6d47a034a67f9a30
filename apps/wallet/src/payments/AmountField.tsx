import { AmountPad } from '@btbc/ui/AmountPad.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { useState, type ReactNode } from 'react'

import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'

type AmountFieldProps = {
  label: string
  /** Canonical, as the pad has it: '' for nothing yet. */
  value: string
  onChange: (value: string) => void
  unit: string
  decimals?: number
  /** Everything there is: gives the pad and the field their "All". */
  all?: string
  chips?: readonly { label: string; value: string }[]
  /** Below the field and below the figure of the pad: available, fee, what is wrong. */
  note?: ReactNode
  /** What a form found wrong with it: instead of the note, and where the focus goes. */
  error?: string | undefined
}

const DECIMALS = 8

/** An amount of money: a field that opens our own keypad, with "All" beside it. */
export function AmountField(props: AmountFieldProps) {
  const { label, value, onChange, unit, decimals = DECIMALS, all, error } = props
  const note = error === undefined ? props.note : <Wrong>{error}</Wrong>
  const t = useText()
  const { amount } = useFormats()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const chips = [
    ...(props.chips ?? []),
    ...(all === undefined ? [] : [{ label: t('transfer.all'), value: all }]),
  ]
  return (
    <div className="grid gap-1.5">
      <div className="flex min-h-14 items-center rounded-control border border-ctl bg-s2 pr-1 has-data-invalid:border-dn">
        <button
          type="button"
          aria-haspopup="dialog"
          data-invalid={error === undefined ? undefined : true}
          onClick={() => setOpen(true)}
          className="press flex min-h-14 min-w-0 flex-1 flex-wrap items-center justify-between gap-x-2 rounded-control px-4"
        >
          <span className="text-small text-mut">{label}</span>
          <span className="num ml-auto min-w-0 text-section wrap-anywhere">
            {value === '' ? '0' : amount(value, {})}{' '}
            <span className="text-small text-mut">{unit}</span>
          </span>
        </button>
        {all !== undefined && (
          <button
            type="button"
            onClick={() => onChange(all)}
            className="press min-h-11 shrink-0 rounded-control px-3 font-semibold text-ac"
          >
            {t('transfer.all')}
          </button>
        )}
      </div>
      {note !== undefined && <div className="text-small text-mut">{note}</div>}
      <Sheet open={open} onOpenChange={setOpen} title={label}>
        <div className="grid gap-3">
          <AmountPad
            label={label}
            isTitled
            value={value}
            onChange={onChange}
            unit={unit}
            decimals={decimals}
            chips={chips}
            note={note}
            onEnter={close}
          />
          <Button onClick={close}>{t('shell.done')}</Button>
        </div>
      </Sheet>
    </div>
  )
}

/** What is wrong, in words. */
export function Wrong({ children }: { children: string }) {
  return (
    <span role="alert" className="text-dn">
      <span aria-hidden>▲ </span>
      {children}
    </span>
  )
}
