import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { CopyRow } from '@btbc/ui/CopyRow.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { useState } from 'react'

import { post, type Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { upToDate, useCall, useErrorText } from '#api/query.ts'
import { QrTile } from '#content/QrTile.tsx'
import { Form } from '#forms/Form.tsx'
import { useText } from '#i18n/text.ts'
import { ShownCodes } from '#screens/security/ShownCodes.tsx'
import { useConfirmed } from '#security/useConfirmed.ts'
import { Page } from '#shell/Page.tsx'

/** Codes of an app on the phone: added by a picture, in force from the first right code on. */
export function AuthenticatorScreen() {
  const t = useText()
  const state = useCall('/security/state')
  const [begun, setBegun] = useState<Answer<'/security/totp/begin'>>()
  const [codes, setCodes] = useState<string[]>([])
  return (
    <Page title={t('security.authenticatorApp')}>
      <ShownCodes codes={codes} />
      <Loaded query={state} skeleton={<Skeleton className="h-60" />}>
        {({ totp }) => {
          if (totp) return <InUse />
          if (!begun) return <Begin onBegun={setBegun} />
          return (
            <Adding
              begun={begun}
              onAdded={(shown) => {
                setBegun(undefined)
                setCodes(shown)
              }}
            />
          )
        }}
      </Loaded>
    </Page>
  )
}

function Begin({ onBegun }: { onBegun: (begun: Answer<'/security/totp/begin'>) => void }) {
  const t = useText()
  const { confirmed, busy, error } = useConfirmed()

  async function begin() {
    const begun = await confirmed({ action: 'totp_add', payload: {} }, (proof) =>
      post('/security/totp/begin', { proof }),
    )
    if (begun) onBegun(begun)
  }

  return (
    <>
      <p className="text-mut">{t('security.authenticatorWhy')}</p>
      {error !== undefined && <Banner tone="bad">{error}</Banner>}
      <Button busy={busy} onClick={() => void begin()}>
        {t('security.authenticatorAdd')}
      </Button>
    </>
  )
}

type AddingProps = {
  begun: Answer<'/security/totp/begin'>
  onAdded: (recoveryCodes: string[]) => void
}

function Adding({ begun, onAdded }: AddingProps) {
  const t = useText()
  const errorText = useErrorText()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [faults, setFaults] = useState(0)

  async function confirm() {
    if (busy) return
    setBusy(true)
    try {
      const { recovery_codes: shown } = await post('/security/totp/confirm', { code })
      notify(t('security.authenticatorAdded'))
      await upToDate()
      onAdded(shown)
    } catch (failure) {
      setError(errorText(failure))
      setFaults(faults + 1)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <p>{t('security.authenticatorScan')}</p>
      <QrTile value={begun.uri} label={t('security.authenticatorQr')} />
      <CopyRow label={t('security.authenticatorSecret')} value={begun.secret} />
      <Form shown={faults} onSubmit={confirm}>
        <Field
          label={t('security.totpCode')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          onChange={(event) => {
            setError(undefined)
            setCode(event.target.value.replaceAll(/\D/g, ''))
          }}
          error={error}
        />
        <Button
          type="submit"
          busy={busy}
          disabledReason={code.length < 6 ? t('security.sixDigits') : undefined}
        >
          {t('security.authenticatorConfirm')}
        </Button>
      </Form>
    </>
  )
}

function InUse() {
  const t = useText()
  const { confirmed, busy, error } = useConfirmed()

  async function remove() {
    const done = await confirmed({ action: 'totp_remove', payload: {} }, (proof) =>
      post('/security/totp/remove', { proof }),
    )
    if (!done) return
    notify(t('security.authenticatorRemoved'))
    await upToDate()
  }

  return (
    <>
      <div className="card flex flex-wrap items-center justify-between gap-3 p-4">
        <span>{t('security.authenticatorApp')}</span>
        <StatusPill tone="good">{t('security.on')}</StatusPill>
      </div>
      <p className="text-small text-sub">{t('security.removeHint')}</p>
      {error !== undefined && <Banner tone="bad">{error}</Banner>}
      <Button variant="ghost" busy={busy} onClick={() => void remove()}>
        {t('security.authenticatorRemove')}
      </Button>
    </>
  )
}
