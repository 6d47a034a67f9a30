import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Checkbox } from '@btbc/ui/Checkbox.tsx'
import { Confirm } from '@btbc/ui/Confirm.tsx'
import { CopyRow } from '@btbc/ui/CopyRow.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall, useErrorText, useSend } from '#api/query.ts'
import { Form } from '#forms/Form.tsx'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { useStepUp } from '#security/useStepUp.tsx'
import { Section } from '#shell/Section.tsx'

type Key = Answer<'/security/api_keys'>[number]
type NewKey = Answer<'/security/api_key'>

const LABEL_LENGTH_MAX = 40

/** Keys for the member's own programs: made here, shown once, revoked at once. */
export function Keys() {
  const t = useText()
  const keys = useCall('/security/api_keys')
  const [made, setMade] = useState<NewKey>()
  const [revoking, setRevoking] = useState<Key>()
  return (
    <Section title={t('settings.keys')}>
      <p className="text-small text-sub">{t('settings.keysHint')}</p>
      {made && <Made made={made} />}
      <NewKeyForm onMade={setMade} />
      <Loaded query={keys} skeleton={<Skeleton className="h-40" />}>
        {(list) => (
          <ul className="grid gap-3">
            {list.map((each) => (
              <KeyCard key={each.id} of={each} onRevoke={() => setRevoking(each)} />
            ))}
          </ul>
        )}
      </Loaded>
      <RevokeKey of={revoking} onClose={() => setRevoking(undefined)} />
    </Section>
  )
}

function Made({ made }: { made: NewKey }) {
  const t = useText()
  return (
    <div className="card grid grid-cols-1 gap-3 p-4" role="status">
      <p className="font-semibold">{t('settings.keyOnce')}</p>
      <CopyRow label={t('settings.keyName')} value={made.key} />
      <CopyRow label={t('settings.keySecret')} value={made.secret} />
    </div>
  )
}

function NewKeyForm({ onMade }: { onMade: (made: NewKey) => void }) {
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

function KeyCard({ of, onRevoke }: { of: Key; onRevoke: () => void }) {
  const t = useText()
  const { dateTime } = useFormats()
  const { last_used_at: lastUsedAt } = of
  const scope = of.scopes.includes('trade') ? t('settings.keyTrades') : t('settings.keyReads')
  return (
    <li className="card grid grid-cols-1 gap-3 p-4">
      <span className="min-w-0 font-semibold break-words">{of.label}</span>
      <KeyValue
        items={[
          { label: t('settings.keyName'), value: `${of.key.slice(0, 8)}…` },
          { label: t('settings.keyScope'), value: scope },
          { label: t('settings.keyUses'), value: String(of.uses) },
          {
            label: t('settings.lastSeen'),
            value: lastUsedAt === null ? '—' : dateTime(lastUsedAt),
          },
        ]}
      />
      <Button
        variant="ghost"
        size="medium"
        aria-label={t('settings.keyRevokeOf', { label: of.label })}
        onClick={onRevoke}
      >
        {t('settings.keyRevoke')}
      </Button>
    </li>
  )
}

function RevokeKey({ of, onClose }: { of: Key | undefined; onClose: () => void }) {
  const t = useText()
  const errorText = useErrorText()
  const revoke = useSend('/security/api_key/revoke', ['/security/api_keys'])
  return (
    <Confirm
      open={of !== undefined}
      onOpenChange={(open) => {
        if (open) return
        revoke.reset()
        onClose()
      }}
      title={t('settings.keyRevoke')}
      action={t('settings.keyRevoke')}
      danger
      busy={revoke.isPending}
      error={revoke.error ? errorText(revoke.error) : undefined}
      onConfirm={() => {
        if (!of) return
        revoke.mutate(
          { request: { id: of.id } },
          {
            onSuccess: () => {
              notify(t('settings.keyRevoked'))
              onClose()
            },
          },
        )
      }}
    >
      <p>{t('settings.keyRevokeBody')}</p>
    </Confirm>
  )
}
