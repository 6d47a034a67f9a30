import { CallRefused, isUndecided, newKey } from '@btbc/client/client.ts'
import {
  beginAuthenticator,
  confirmAuthenticator,
  readSecurity,
  removeAuthenticator,
} from '@btbc/contract/security.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { CopyRow } from '@btbc/ui/CopyRow.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { inLatinDigits, toLatinDigits } from '@btbc/ui/latin-digits.ts'
import { notify } from '@btbc/ui/notice.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { useRef, useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall, useSend } from '#api/query.ts'
import { QrTile } from '#content/QrTile.tsx'
import { useForm } from '#forms/useForm.ts'
import { useText } from '#i18n/text.ts'
import { ShownCodes } from '#screens/security/ShownCodes.tsx'
import { UnseenCodes } from '#screens/security/UnseenCodes.tsx'
import { useConfirmed } from '#security/useConfirmed.ts'
import { Page } from '#shell/Page.tsx'

/** Codes of an app on the phone: added by a picture, in force from the first right code on. */
export function AuthenticatorScreen() {
  const t = useText()
  const state = useCall(readSecurity)
  const [begun, setBegun] = useState<Answer<typeof beginAuthenticator>>()
  /** Not there until the answer that has them was heard; empty for who has some already. */
  const [codes, setCodes] = useState<string[]>()
  const [isOver, setOver] = useState(false)
  function begin(next: Answer<typeof beginAuthenticator> | undefined) {
    setBegun(next)
    setCodes(undefined)
    setOver(false)
  }
  function over() {
    setBegun(undefined)
    setOver(true)
  }
  return (
    <Page title={t('security.authenticatorApp')}>
      <ShownCodes codes={codes ?? []} />
      <Loaded query={state} skeleton={<Skeleton className="h-60" />}>
        {({ totp }) => {
          // In force or not: where the answer with the recovery codes was lost, it is asked for once more.
          if (begun && !(totp && codes))
            return <Adding begun={begun} onAdded={setCodes} onOver={over} />
          if (!totp) return <Begin onBegun={begin} />
          return (
            <>
              {isOver && <UnseenCodes />}
              <InUse onRemoved={() => begin(undefined)} />
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

function Begin({ onBegun }: { onBegun: (begun: Answer<typeof beginAuthenticator>) => void }) {
  const t = useText()
  const { tryIt, busy, error } = useConfirmed(beginAuthenticator)

  async function begin() {
    const begun = await tryIt({})
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
  begun: Answer<typeof beginAuthenticator>
  onAdded: (recoveryCodes: string[]) => void
  /** There is nothing to confirm any more. */
  onOver: () => void
}

function Adding({ begun, onAdded, onOver }: AddingProps) {
  const t = useText()
  const form = useForm({ fields: { code: '' } })
  const { code } = form.values
  const confirmOnce = useConfirming()

  async function confirm() {
    await form.submit({}, async () => {
      try {
        const { recovery_codes: shown } = await confirmOnce(code)
        notify(t('security.authenticatorAdded'))
        onAdded(shown)
      } catch (error) {
        if (error instanceof CallRefused && error.code === 'totp_missing') onOver()
        throw error
      }
    })
  }

  return (
    <>
      <p>{t('security.authenticatorScan')}</p>
      <QrTile value={begun.uri} label={t('security.authenticatorQr')} />
      <CopyRow label={t('security.authenticatorSecret')} value={begun.secret} />
      <Form shown={form.shown} onSubmit={confirm}>
        <Field
          label={t('security.totpCode')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          {...inLatinDigits(form.field('code'), (typed) =>
            toLatinDigits(typed).replaceAll(/\D/g, ''),
          )}
          // There is but one field: whatever is wrong is said there.
          error={form.errors.form}
        />
        <Button
          type="submit"
          busy={form.busy}
          disabledReason={code.length < 6 ? t('security.sixDigits') : undefined}
        >
          {t('security.authenticatorConfirm')}
        </Button>
      </Form>
    </>
  )
}

/**
 * The phone shows another code by the time that a lost answer is asked for again: first what was sent is
 * sent again, whose answer has the recovery codes if it was done, and only where it was not, the new code.
 */
function useConfirming() {
  const { mutateAsync } = useSend(confirmAuthenticator, { quiet: true })
  const [of] = useState(newKey)
  const lost = useRef<string>(undefined)
  return async function confirm(code: string): Promise<Answer<typeof confirmAuthenticator>> {
    try {
      return await mutateAsync({ request: {}, own: { code }, of })
    } catch (error) {
      const sent = lost.current
      lost.current = isUndecided(error) ? (sent ?? code) : undefined
      const isOld = error instanceof CallRefused && error.code === 'step_up_wrong' && sent !== code
      if (sent === undefined || !isOld) throw error
      return await confirm(code)
    }
  }
}

function InUse({ onRemoved }: { onRemoved: () => void }) {
  const t = useText()
  const { tryIt, busy, error } = useConfirmed(removeAuthenticator)

  async function remove() {
    if (!(await tryIt({}))) return
    notify(t('security.authenticatorRemoved'))
    onRemoved()
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
