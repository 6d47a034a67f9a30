import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'

import { useCall, useErrorText, useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { useStepUp } from '#security/useStepUp.tsx'

/** Offers to keep the address under a name, so that it waits only once. */
export function SaveAddress({ address }: { address: string }) {
  const t = useText()
  const errorText = useErrorText()
  const stepUp = useStepUp()
  const [name, setName] = useState('')
  const book = useCall('/wallet/address_book').data
  const save = useSend('/wallet/address_add')
  const isSaved = book?.some((saved) => saved.address.toLowerCase() === address.toLowerCase())
  if (!book || isSaved) return null
  async function submit() {
    const proof = await stepUp({ action: 'address_add', payload: { address } })
    if (proof === undefined) return
    save.mutate({ request: { address, name: name.trim(), proof } })
  }
  return (
    <details className="card group px-4">
      <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-2 text-ac [&::-webkit-details-marker]:hidden">
        {t('withdrawal.saveAddress')}
        <ChevronDown size={18} aria-hidden className="transition-transform group-open:rotate-180" />
      </summary>
      <form
        className="grid gap-3 pb-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '' && !save.isPending) void submit()
        }}
      >
        <Field
          label={t('withdrawal.name')}
          value={name}
          maxLength={40}
          onChange={(event) => setName(event.target.value)}
          hint={t('withdrawal.saveHint')}
        />
        {save.error && <Banner tone="bad">{errorText(save.error)}</Banner>}
        <Button
          type="submit"
          variant="ghost"
          busy={save.isPending}
          disabledReason={name.trim() === '' ? t('withdrawal.enterName') : undefined}
        >
          {t('withdrawal.save')}
        </Button>
      </form>
    </details>
  )
}
