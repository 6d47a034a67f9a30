import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Checkbox } from '@btbc/ui/Checkbox.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { useCall, useErrorText, useSend } from '#api/query.ts'
import { Form } from '#forms/Form.tsx'
import { useText } from '#i18n/text.ts'
import { WithdrawTo } from '#screens/security/WithdrawTo.tsx'
import { useStepUp } from '#security/useStepUp.tsx'

const LABEL_LENGTH_MAX = 40

/** The request, and what has to be confirmed of it; nothing where a plain key does. */
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
  const isPlain = allowed.length === 0 && withdrawTo.length === 0 && !(mayTrade && isProtected)
  if (isPlain) return { request }
  const payload = {
    label,
    scopes: scopes.join(','),
    addresses: allowed.join(','),
    ...(withdrawTo.length > 0 && { withdraw_to: withdrawTo.join(',') }),
  }
  return { request, payload }
}

function isGuarded({ passkeys, totp, pin }: Answer<'/security/state'>): boolean {
  return passkeys > 0 || totp || pin
}

/** What a new key may do, and from where. */
export function NewKeyForm({ onMade }: { onMade: (made: Answer<'/security/api_key'>) => void }) {
  const t = useText()
  const errorText = useErrorText()
  const [label, setLabel] = useState('')
  const [mayTrade, setMayTrade] = useState(false)
  const [addresses, setAddresses] = useState('')
  const [withdrawTo, setWithdrawTo] = useState<readonly string[]>([])
  const [faults, setFaults] = useState(0)
  const create = useSend('/security/api_key')
  const isMissing = faults > 0 && label.trim() === ''
  const stepUp = useStepUp()
  const known = useCall('/security/state')

  async function submit() {
    if (create.isPending) return
    if (label.trim() === '') return setFaults(faults + 1)
    const isProtected = known.data !== undefined && isGuarded(known.data)
    const asked = askedFor({ label: label.trim(), mayTrade, addresses, withdrawTo, isProtected })
    const { request, payload } = asked
    const proof = payload && (await stepUp({ action: 'api_key', payload }))
    if (payload && proof === undefined) return
    const proved = proof === undefined ? request : { ...request, proof }
    const made = await create.mutateAsync({ request: proved }).catch(() => undefined)
    if (!made) return
    setLabel('')
    setAddresses('')
    setWithdrawTo([])
    setFaults(0)
    onMade(made)
  }

  return (
    <Form shown={faults} onSubmit={submit}>
      <Field
        label={t('settings.keyLabel')}
        name="label"
        autoComplete="off"
        maxLength={LABEL_LENGTH_MAX}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
        error={isMissing ? t('settings.keyLabelRequired') : undefined}
      />
      <Checkbox label={t('settings.keyMayTrade')} checked={mayTrade} onChange={setMayTrade} />
      <WithdrawTo chosen={withdrawTo} onChange={setWithdrawTo} />
      <Field
        label={t('security.keyAddresses')}
        name="addresses"
        autoComplete="off"
        spellCheck={false}
        value={addresses}
        onChange={(event) => setAddresses(event.target.value)}
        hint={t('security.keyAddressesHint')}
      />
      {create.error && <Banner tone="bad">{errorText(create.error)}</Banner>}
      <Button type="submit" variant="ghost" busy={create.isPending}>
        {t('settings.keyCreate')}
      </Button>
    </Form>
  )
}
