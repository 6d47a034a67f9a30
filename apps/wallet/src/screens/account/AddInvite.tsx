import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { useState } from 'react'

import { post } from '#api/call.ts'
import { upToDate, useCall } from '#api/query.ts'
import { Form } from '#forms/Form.tsx'
import { useFieldErrors } from '#forms/useFieldErrors.ts'
import { useText } from '#i18n/text.ts'

const fieldsOfRefusals = {
  invite_unknown: 'code',
  invite_own: 'code',
  invite_closed: 'code',
  invite_cycle: 'code',
} as const

const LONG_NOTICE_MS = 10_000

/** Within a day of joining, once: who invited the member. */
export function AddInvite() {
  const t = useText()
  const { code, setCode, busy, errors, shown, add } = useAddInvite()
  return (
    <Form shown={shown} onSubmit={add} className="card p-4">
      <Field
        label={t('settings.addInvite')}
        name="invite"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={32}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={errors.code}
        hint={t('settings.addInviteHint')}
      />
      {errors.form && <Banner tone="bad">{errors.form}</Banner>}
      <Button type="submit" variant="ghost" size="medium" busy={busy}>
        {t('settings.addInviteAction')}
      </Button>
    </Form>
  )
}

function useAddInvite() {
  const t = useText()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const { data: member } = useCall('/user/info')
  const { errors, shown, show, showRefusal, clear } = useFieldErrors<'code'>(fieldsOfRefusals)

  async function add() {
    const extension_code = code.trim()
    if (busy || show(extension_code === '' ? { code: t('settings.inviteRequired') } : {})) return
    setBusy(true)
    try {
      const { invite_reward } = await post('/user/extension_code', { extension_code })
      notify(t('settings.inviteAdded'))
      // Before a proof nobody is promised a reward, so none is short.
      if (member?.verified === true && !invite_reward)
        notify(t('session.inviteUnpaid'), { ms: LONG_NOTICE_MS })
      await upToDate()
    } catch (error) {
      showRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    code,
    busy,
    errors,
    shown,
    add,
    setCode: (typed: string) => {
      setCode(typed)
      clear('code')
    },
  }
}
