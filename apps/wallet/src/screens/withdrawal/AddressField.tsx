import { listAddresses, removeAddress } from '@btbc/contract/saved-address.ts'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { IconButton } from '@btbc/ui/IconButton.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { BookUser, ClipboardPaste, Trash2 } from 'lucide-react'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall, useSend } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { ChainAddress } from '#payments/ChainAddress.tsx'
import { isWhole, withoutSpaces } from '#screens/withdrawal/quote.ts'

type AddressFieldProps = {
  value: string
  onChange: (address: string) => void
  error: string | undefined
}

/** The address: pasted, typed or taken from the book. Spaces are taken out, and said so. */
export function AddressField({ value, onChange, error }: AddressFieldProps) {
  const t = useText()
  const [hadSpaces, setHadSpaces] = useState(false)
  const [isBookOpen, setBookOpen] = useState(false)
  const type = (typed: string) => {
    const address = withoutSpaces(typed)
    setHadSpaces(address !== typed)
    onChange(address)
  }
  const paste = async () => {
    // Absent on plain-http pages off this machine, and the member may say no.
    const text = await navigator.clipboard?.readText().catch(() => '')
    if (text) type(text)
  }
  return (
    <>
      <Field
        label={t('payments.address')}
        value={value}
        onChange={(event) => type(event.target.value)}
        placeholder="0x…"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={error}
        hint={<Hint address={value} hadSpaces={hadSpaces} />}
        trailing={
          <span className="flex pr-1">
            <IconButton label={t('withdrawal.paste')} onClick={() => void paste()}>
              <ClipboardPaste size={20} aria-hidden className="text-mut" />
            </IconButton>
            <IconButton
              label={t('withdrawal.book')}
              aria-haspopup="dialog"
              onClick={() => setBookOpen(true)}
            >
              <BookUser size={20} aria-hidden className="text-mut" />
            </IconButton>
          </span>
        }
      />
      <Sheet open={isBookOpen} onOpenChange={setBookOpen} title={t('withdrawal.book')}>
        <Book
          onChoose={(address) => {
            type(address)
            setBookOpen(false)
          }}
        />
      </Sheet>
    </>
  )
}

/** The field is too short for it: below it the address stands whole, to be compared. */
function Hint({ address, hadSpaces }: { address: string; hadSpaces: boolean }) {
  const t = useText()
  return (
    <>
      {isWhole(address) ? <ChainAddress address={address} /> : t('withdrawal.addressHint')}
      {hadSpaces && <span className="block">{t('withdrawal.spacesTaken')}</span>}
    </>
  )
}

function Book({ onChoose }: { onChoose: (address: string) => void }) {
  const t = useText()
  return (
    <Loaded query={useCall(listAddresses)} skeleton={<Skeleton className="h-40" />}>
      {(book) =>
        book.length === 0 ? (
          <Empty>{t('withdrawal.bookEmpty')}</Empty>
        ) : (
          <ul>
            {book.map((saved) => (
              <BookRow key={saved.id} saved={saved} onChoose={onChoose} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

type Saved = Answer<typeof listAddresses>[number]

function BookRow({ saved, onChoose }: { saved: Saved; onChoose: (address: string) => void }) {
  const t = useText()
  const { dateTime } = useFormats()
  const remove = useSend(removeAddress)
  return (
    <li className="flex items-center gap-1 border-b border-line last:border-b-0">
      <button
        type="button"
        onClick={() => onChoose(saved.address)}
        className="press grid min-h-14 min-w-0 flex-1 gap-0.5 rounded-control px-1 py-2 text-left"
      >
        <span>{saved.name}</span>
        <span className="num text-small break-all text-mut">{saved.address}</span>
        <span className="text-small text-sub">
          {saved.is_usable
            ? t('withdrawal.usable')
            : t('withdrawal.usableFrom', { at: dateTime(saved.usable_at) })}
        </span>
      </button>
      <IconButton
        label={t('withdrawal.remove', { name: saved.name })}
        aria-disabled={remove.isPending || undefined}
        onClick={() => remove.isPending || remove.mutate({ request: { id: saved.id } })}
      >
        <Trash2 size={20} aria-hidden className="text-mut" />
      </IconButton>
    </li>
  )
}
