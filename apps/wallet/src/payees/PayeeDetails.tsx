import type { Payee } from '@btbc/contract/payee.ts'
import { CopyRow } from '@btbc/ui/CopyRow.tsx'
import { TestNote } from '@btbc/ui/TestNote.tsx'

import { QrTile } from '#content/QrTile.tsx'
import { useText, type TextKey } from '#i18n/text.ts'
import { wayTexts } from '#payees/ways.ts'

type Detail = Exclude<keyof Payee, 'way' | 'qr'>

const names: readonly (readonly [Detail, TextKey])[] = [
  ['holder', 'payee.holder'],
  ['account', 'payee.account'],
  ['bank', 'payments.bank'],
  ['branch', 'payee.branch'],
  ['area', 'payee.area'],
  ['address', 'payee.address'],
]

/** Where a buyer would pay a seller: made by the server, and no account of anybody. */
export function PayeeDetails({ payee }: { payee: Payee }) {
  const t = useText()
  return (
    <div className="grid grid-cols-1 gap-2">
      {names.map(([name, label]) => {
        const value = payee[name]
        if (value === undefined) return null
        const isCard = name === 'account' && payee.way === 'bank'
        return (
          <CopyRow
            key={name}
            label={t(isCard ? 'payee.card' : label)}
            of={t(wayTexts[payee.way])}
            value={value}
          />
        )
      })}
      {payee.qr !== undefined && (
        <QrTile value={payee.qr} label={t('payee.qrOf', { way: t(wayTexts[payee.way]) })} />
      )}
      <TestNote>{t('payee.noAccount')}</TestNote>
    </div>
  )
}
