import { isUndecided } from '@btbc/client/client.ts'
import {
  beginPasskey,
  finishPasskey,
  listPasskeys,
  removePasskey,
} from '@btbc/contract/own-passkeys.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { hasSiteName, knowsPasskeys } from '@btbc/ui/passkey-site.ts'
import { makePasskey } from '@btbc/ui/passkeys.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import type { Asked } from '#api/deeds.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall, useSend } from '#api/query.ts'
import { useForm } from '#forms/useForm.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { ShownCodes } from '#screens/security/ShownCodes.tsx'
import { UnseenCodes } from '#screens/security/UnseenCodes.tsx'
import { useConfirmed } from '#security/useConfirmed.ts'
import { Page } from '#shell/Page.tsx'

type Passkey = Answer<typeof listPasskeys>[number]

const LABEL_LENGTH_MAX = 40

/** Passkeys: finger, face or screen lock instead of codes. */
export function PasskeysScreen() {
  const t = useText()
  const passkeys = useCall(listPasskeys)
  /** Undefined while the answer that has them is lost. */
  const [codes, setCodes] = useState<string[] | undefined>([])
  return (
    <Page title={t('security.passkeys')}>
      <p className="text-mut">{t('security.passkeysWhy')}</p>
      {codes ? <ShownCodes codes={codes} /> : <UnseenCodes />}
      <Loaded query={passkeys} skeleton={<Skeleton className="h-22" />}>
        {(list) =>
          list.length === 0 ? (
            <Empty card>{t('security.noPasskeys')}</Empty>
          ) : (
            <ul className="grid gap-3">
              {list.map((each) => (
                <PasskeyCard key={each.id} of={each} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <AddPasskey onAdded={setCodes} onLost={() => setCodes(undefined)} />
    </Page>
  )
}

/** Why no passkey can be made here, if none can. */
function useHindrance(): string | undefined {
  const t = useText()
  if (!hasSiteName()) return t('security.passkeyNeedsName')
  return knowsPasskeys() ? undefined : t('security.passkeyUnsupported')
}

type AddPasskeyProps = { onAdded: (recoveryCodes: string[]) => void; onLost: () => void }
type Made = Asked<typeof finishPasskey>

function AddPasskey({ onAdded, onLost }: AddPasskeyProps) {
  const t = useText()
  const hindrance = useHindrance()
  const form = useForm({ fields: { label: '' } })
  const { confirm } = useConfirmed(beginPasskey)
  const finish = useSend(finishPasskey, { quiet: true })
  const label = form.values.label.trim()
  /** On this device, and not known to be kept by the server. */
  const [unheard, setUnheard] = useState<Made>()

  async function make(): Promise<Made | undefined> {
    const begun = await confirm({})
    if (!begun) return undefined
    const credential = await makePasskey(begun.options)
    if (!credential) form.show({ form: t('session.passkeyInterrupted') })
    return credential && { request: { label, credential } }
  }

  async function addOnce() {
    const made = unheard ?? (await make())
    if (!made) return
    try {
      const { recovery_codes: codes } = await finish.mutateAsync(made)
      setUnheard(undefined)
      notify(t('security.passkeyAdded'))
      form.renew(form.values, { label: '' })
      onAdded(codes)
    } catch (error) {
      const isLost = isUndecided(error)
      setUnheard(isLost ? made : undefined)
      if (isLost) onLost()
      throw error
    }
  }

  async function add() {
    await form.submit(label === '' ? { label: t('settings.keyLabelRequired') } : {}, addOnce)
  }

  return (
    <Form shown={form.shown} onSubmit={add}>
      <Field
        label={t('security.passkeyLabel')}
        name="label"
        autoComplete="off"
        maxLength={LABEL_LENGTH_MAX}
        {...form.field('label')}
        hint={t('security.passkeyLabelHint')}
      />
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button type="submit" busy={form.busy} disabledReason={hindrance}>
        {t('security.passkeyAdd')}
      </Button>
    </Form>
  )
}

function PasskeyCard({ of }: { of: Passkey }) {
  const t = useText()
  const { dateTime } = useFormats()
  const { tryIt, busy, error } = useConfirmed(removePasskey)

  async function remove() {
    if (await tryIt({ id: of.id })) notify(t('security.passkeyRemoved'))
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
