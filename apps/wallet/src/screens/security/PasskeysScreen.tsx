import {
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from '@simplewebauthn/browser'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useState } from 'react'

import { CallRefused, post, type Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { upToDate, useCall, useErrorText } from '#api/query.ts'
import { Form } from '#forms/Form.tsx'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { ShownCodes } from '#screens/security/ShownCodes.tsx'
import { useConfirmed } from '#security/useConfirmed.ts'
import { Page } from '#shell/Page.tsx'

type Passkey = Answer<'/security/passkeys'>[number]

const LABEL_LENGTH_MAX = 40

/** Passkeys: finger, face or screen lock instead of codes. */
export function PasskeysScreen() {
  const t = useText()
  const passkeys = useCall('/security/passkeys')
  const [codes, setCodes] = useState<string[]>([])
  return (
    <Page title={t('security.passkeys')}>
      <p className="text-mut">{t('security.passkeysWhy')}</p>
      <ShownCodes codes={codes} />
      <Loaded query={passkeys} skeleton={<Skeleton className="h-40" />}>
        {(list) =>
          list.length === 0 ? (
            <Empty>{t('security.noPasskeys')}</Empty>
          ) : (
            <ul className="grid gap-3">
              {list.map((each) => (
                <PasskeyCard key={each.id} of={each} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <AddPasskey onAdded={setCodes} />
    </Page>
  )
}

/** Why no passkey can be made here, if none can. */
function useHindrance(): string | undefined {
  const t = useText()
  // A passkey belongs to a name; browsers refuse it for a bare address.
  if (/^[\d.]+$|^\[/.test(location.hostname)) return t('security.passkeyNeedsName')
  return 'PublicKeyCredential' in window ? undefined : t('security.passkeyUnsupported')
}

function AddPasskey({ onAdded }: { onAdded: (recoveryCodes: string[]) => void }) {
  const t = useText()
  const errorText = useErrorText()
  const hindrance = useHindrance()
  const [label, setLabel] = useState('')
  const [faults, setFaults] = useState(0)
  const [interrupted, setInterrupted] = useState<string>()
  const { confirmed, busy, error } = useConfirmed()
  const isMissing = faults > 0 && label.trim() === ''

  async function make(proof: string) {
    const { options } = await post('/security/passkey/begin', { proof })
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
    try {
      const credential = await startRegistration({ optionsJSON })
      return await post('/security/passkey/finish', { label: label.trim(), credential })
    } catch (failure) {
      const isRefusal = failure instanceof CallRefused
      setInterrupted(isRefusal ? errorText(failure) : t('security.passkeyInterrupted'))
      return undefined
    }
  }

  async function add() {
    setInterrupted(undefined)
    if (label.trim() === '') return setFaults(faults + 1)
    const made = await confirmed({ action: 'passkey_add', payload: {} }, make)
    if (!made) return
    notify(t('security.passkeyAdded'))
    setLabel('')
    setFaults(0)
    onAdded(made.recovery_codes)
    await upToDate()
  }

  return (
    <Form shown={faults} onSubmit={add}>
      <Field
        label={t('security.passkeyLabel')}
        name="label"
        autoComplete="off"
        maxLength={LABEL_LENGTH_MAX}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
        hint={t('security.passkeyLabelHint')}
        error={isMissing ? t('settings.keyLabelRequired') : undefined}
      />
      {(error ?? interrupted) !== undefined && <Banner tone="bad">{error ?? interrupted}</Banner>}
      <Button type="submit" busy={busy} disabledReason={hindrance}>
        {t('security.passkeyAdd')}
      </Button>
    </Form>
  )
}

function PasskeyCard({ of }: { of: Passkey }) {
  const t = useText()
  const { dateTime } = useFormats()
  const { confirmed, busy, error } = useConfirmed()

  async function remove() {
    const call = { action: 'passkey_remove' as const, payload: { id: String(of.id) } }
    const done = await confirmed(call, (proof) =>
      post('/security/passkey/remove', { id: of.id, proof }),
    )
    if (!done) return
    notify(t('security.passkeyRemoved'))
    await upToDate()
  }

  return (
    <li className="card grid grid-cols-1 gap-3 p-4">
      <span className="min-w-0 font-semibold break-words">{of.label}</span>
      <KeyValue
        items={[
          { label: t('security.added'), value: dateTime(of.created_at) },
          {
            label: t('security.lastUsed'),
            value: of.last_used_at === null ? '—' : dateTime(of.last_used_at),
          },
        ]}
      />
      {error !== undefined && <Banner tone="bad">{error}</Banner>}
      <Button
        variant="ghost"
        size="medium"
        busy={busy}
        aria-label={t('security.passkeyRemoveOf', { label: of.label })}
        onClick={() => void remove()}
      >
        {t('security.remove')}
      </Button>
    </li>
  )
}
