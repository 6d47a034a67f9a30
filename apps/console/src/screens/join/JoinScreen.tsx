import { acceptInvitation, readInvitation } from '@btbc/contract/operator/hiring.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { CopyRow } from '@btbc/ui/CopyRow.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { PasswordField } from '@btbc/ui/PasswordField.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import type { Answer } from '#api/call.ts'
import { useAct } from '#api/query.ts'
import { useForm } from '#desk/useForm.ts'
import { paths } from '#paths.ts'
import { Page } from '#shell/Page.tsx'

type Invited = Answer<typeof readInvitation>

/** The code of a mail opens a place; a password and an authenticator take it. */
export function JoinScreen() {
  const [opened, setOpened] = useState<{ code: string; invited: Invited }>()
  return (
    <main id="content" className="mx-auto grid max-w-100 px-4">
      <Page title={say('join.title')}>
        {opened ? (
          <TakePlace {...opened} />
        ) : (
          <EnterCode onOpened={(code, invited) => setOpened({ code, invited })} />
        )}
      </Page>
    </main>
  )
}

function EnterCode({ onOpened }: { onOpened: (code: string, invited: Invited) => void }) {
  const form = useForm({ code: '' }, { invitation_unknown: 'code', invalid_request: 'code' })
  const { mutateAsync } = useAct(readInvitation)
  const code = form.values.code.trim()
  return (
    <Form
      shown={form.shown}
      onSubmit={() =>
        form.submit(code === '' ? { code: say('join.codeMissing') } : {}, async () =>
          onOpened(code, await mutateAsync({ code })),
        )
      }
    >
      <Field
        label={say('join.code')}
        hint={say('join.codeHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('code')}
      />
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button type="submit" busy={form.busy}>
        {say('join.open')}
      </Button>
    </Form>
  )
}

const refusals = {
  password_rules: 'password',
  password_weak: 'password',
  passwords_differ: 'repeat',
  operator_totp_wrong: 'totp',
} as const

function TakePlace({ code, invited }: { code: string; invited: Invited }) {
  const navigate = useNavigate()
  const form = useForm({ password: '', repeat: '', totp: '' }, refusals)
  const { mutateAsync } = useAct(acceptInvitation)
  const { totp } = form.values
  const place = useRef<HTMLParagraphElement>(null)
  // The field of the code went with its step.
  useEffect(() => place.current?.focus(), [])
  const take = () =>
    form.submit(/^\d{6}$/.test(totp) ? {} : { totp: say('join.totpMissing') }, async () => {
      await mutateAsync({ code, ...form.values })
      notify(say('join.done'))
      await navigate({ to: paths.login() })
    })
  return (
    <Form shown={form.shown} onSubmit={take}>
      <p ref={place} tabIndex={-1}>
        {say('join.as', { name: invited.name, roles: invited.roles.join(', ') })}
      </p>
      <CopyRow label={say('join.secret')} value={invited.secret} />
      <p className="text-small text-mut">
        {say('join.secretHint')}{' '}
        <a
          className="inline-flex min-h-11 items-center font-semibold text-ac underline"
          href={invited.uri}
        >
          {say('join.openAuthenticator')}
        </a>
      </p>
      <input type="hidden" name="username" autoComplete="username" value={invited.mail} readOnly />
      <PasswordField
        label={say('join.password')}
        autoComplete="new-password"
        {...form.field('password')}
      />
      <PasswordField
        label={say('join.repeat')}
        autoComplete="new-password"
        {...form.field('repeat')}
      />
      <Field
        label={say('login.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        {...form.field('totp')}
      />
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button type="submit" busy={form.busy}>
        {say('join.take')}
      </Button>
    </Form>
  )
}
