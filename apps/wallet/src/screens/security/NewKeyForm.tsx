import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Checkbox } from '@btbc/ui/Checkbox.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { useErrorText, useSend } from '#api/query.ts'
import { Form } from '#forms/Form.tsx'
import { useText } from '#i18n/text.ts'
import { useStepUp } from '#security/useStepUp.tsx'

const LABEL_LENGTH_MAX = 40

/** What a new key may do, and from where. */
export function NewKeyForm({ onMade }: { onMade: (made: Answer<'/security/api_key'>) => void }) {
  const t = useText()
  const errorText = useErrorText()
  const [label, setLabel] = useState('')
  const [mayTrade, setMayTrade] = useState(false)
  const [addresses, setAddresses] = useState('')
  const [faults, setFaults] = useState(0)
  const create = useSend('/security/api_key', ['/security/api_keys'])
  const isMissing = faults > 0 && label.trim() === ''
  const stepUp = useStepUp()

  async function confirmList(name: string, scopes: string[], allowed: string[]) {
    if (allowed.length === 0) return undefined
    const payload = { label: name, scopes: scopes.join(','), addresses: allowed.join(',') }
    return await stepUp({ action: 'api_key', payload })
  }

  async function submit() {
    if (create.isPending) return
    if (label.trim() === '') return setFaults(faults + 1)
    const scopes: ('read' | 'trade')[] = mayTrade ? ['read', 'trade'] : ['read']
    const allowed = addresses.split(/[\s,;]+/).filter((each) => each !== '')
    const proof = await confirmList(label.trim(), scopes, allowed)
    if (proof === undefined && allowed.length > 0) return
    const listed = proof === undefined ? {} : { addresses: allowed, proof }
    const request = { label: label.trim(), scopes, ...listed }
    const made = await create.mutateAsync({ request }).catch(() => undefined)
    if (!made) return
    setLabel('')
    setAddresses('')
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
