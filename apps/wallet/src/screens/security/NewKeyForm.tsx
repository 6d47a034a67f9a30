import { createApiKey } from '@btbc/contract/api-key.ts'
import { readSecurity } from '@btbc/contract/security.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Checkbox } from '@btbc/ui/Checkbox.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'

import type { Answer } from '#api/call.ts'
import { useCall, useSend } from '#api/query.ts'
import { useForm } from '#forms/useForm.ts'
import { useText } from '#i18n/text.ts'
import { WithdrawTo } from '#screens/security/WithdrawTo.tsx'
import { riskOf } from '#security/risk.ts'
import { useProof } from '#security/useProof.ts'

const LABEL_LENGTH_MAX = 40

const nothing = {
  label: '',
  mayTrade: false,
  addresses: '',
  withdrawTo: [] as readonly string[],
}

/** The request, and whether it has to be confirmed: a plain key has not. */
function askedFor({
  label,
  mayTrade,
  addresses,
  withdrawTo,
  isProtected,
}: {
  label: string
  mayTrade: boolean
  addresses: string
  withdrawTo: readonly string[]
  /** Who has more to show than a session is asked for it before a program may trade. */
  isProtected: boolean
}) {
  const scopes = [
    'read' as const,
    ...(mayTrade ? ['trade' as const] : []),
    ...(withdrawTo.length > 0 ? ['withdraw' as const] : []),
  ]
  const allowed = addresses.split(/[\s,;]+/).filter((each) => each !== '')
  const to = withdrawTo.length > 0 ? { withdraw_to: [...withdrawTo] } : {}
  const request = { label, scopes, ...to, ...(allowed.length > 0 && { addresses: allowed }) }
  const isRisky = allowed.length > 0 || withdrawTo.length > 0 || (mayTrade && isProtected)
  return { request, isRisky }
}

function isGuarded({ passkeys, totp, pin }: Answer<typeof readSecurity>): boolean {
  return passkeys > 0 || totp || pin
}

/** What a new key may do, and from where. */
export function NewKeyForm({ onMade }: { onMade: (made: Answer<typeof createApiKey>) => void }) {
  const t = useText()
  const form = useForm({ fields: nothing })
  const { label, mayTrade, withdrawTo } = form.values
  const create = useSend(createApiKey, { quiet: true })
  const { prove } = useProof(create)
  const known = useCall(readSecurity)

  async function make() {
    const isProtected = known.data !== undefined && isGuarded(known.data)
    const { request, isRisky } = askedFor({ ...form.values, label: label.trim(), isProtected })
    const proof = isRisky ? await prove(riskOf(createApiKey, request)) : undefined
    if (isRisky && proof === undefined) return
    const made = await create.mutateAsync({ request, own: proof === undefined ? {} : { proof } })
    form.renew(form.values, { label: '', addresses: '', withdrawTo: [] })
    onMade(made)
  }

  async function submit() {
    await form.submit(label.trim() === '' ? { label: t('settings.keyLabelRequired') } : {}, make)
  }

  return (
    <Form shown={form.shown} onSubmit={submit}>
      <Field
        label={t('settings.keyLabel')}
        name="label"
        autoComplete="off"
        maxLength={LABEL_LENGTH_MAX}
        {...form.field('label')}
      />
      <Checkbox
        label={t('settings.keyMayTrade')}
        checked={mayTrade}
        onChange={(next) => form.edit({ mayTrade: next })}
      />
      <WithdrawTo chosen={withdrawTo} onChange={(next) => form.edit({ withdrawTo: next })} />
      <Field
        label={t('security.keyAddresses')}
        name="addresses"
        autoComplete="off"
        spellCheck={false}
        {...form.field('addresses')}
        hint={t('security.keyAddressesHint')}
      />
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button type="submit" variant="ghost" busy={form.busy}>
        {t('settings.keyCreate')}
      </Button>
    </Form>
  )
}
