import { addAddress, listAddresses } from '@btbc/contract/saved-address.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Fold } from '@btbc/ui/Fold.tsx'
import { Form } from '@btbc/ui/Form.tsx'

import { useCall } from '#api/query.ts'
import { useForm } from '#forms/useForm.ts'
import { useText } from '#i18n/text.ts'
import { useConfirmed } from '#security/useConfirmed.ts'

/** Offers to keep the address under a name, so that it waits only once. */
export function SaveAddress({ address }: { address: string }) {
  const t = useText()
  const form = useForm({ fields: { name: '' } })
  const name = form.values.name.trim()
  const book = useCall(listAddresses).data
  const { confirm } = useConfirmed(addAddress)
  const isSaved = book?.some((saved) => saved.address.toLowerCase() === address.toLowerCase())
  if (!book || isSaved) return null
  const save = () => form.submit({}, () => confirm({ address, name }))
  return (
    <Fold title={t('withdrawal.saveAddress')}>
      <Form shown={form.shown} onSubmit={save}>
        <Field
          label={t('withdrawal.name')}
          maxLength={40}
          {...form.field('name')}
          hint={t('withdrawal.saveHint')}
        />
        {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
        <Button
          type="submit"
          variant="ghost"
          busy={form.busy}
          disabledReason={name === '' ? t('withdrawal.enterName') : undefined}
        >
          {t('withdrawal.save')}
        </Button>
      </Form>
    </Fold>
  )
}
