import { CallRefused, newKey } from '@btbc/client/client.ts'
import { logInOperator, readOperator } from '@btbc/contract/operator/access.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { PasswordField } from '@btbc/ui/PasswordField.tsx'
import { IconButton } from '@btbc/ui/IconButton.tsx'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'

import { queryClient, readOnce, useAct } from '#api/query.ts'
import { keepDraftsOf } from '#desk/drafts.ts'
import { useForm } from '#desk/useForm.ts'
import { paths } from '#paths.ts'
import { keepToken } from '#session.ts'
import { EnterByPasskey } from '#screens/login/EnterByPasskey.tsx'
import { menuOf } from '#shell/menu.ts'
import { Page } from '#shell/Page.tsx'

const CODE = /^\d{6}$/

export function LoginScreen() {
  const enter = useEntering()
  const { form, picture, showPicture, logIn } = useLogin(enter)
  const { values, edit, field, errors } = form
  const { ended } = useSearch({ strict: false })
  return (
    <main id="content" className="mx-auto grid max-w-100 px-4">
      <Page title={say(ended === true ? 'login.ended' : 'login.title')}>
        {ended === true && <p className="pb-4">{say('login.goesOn')}</p>}
        <Form shown={form.shown} onSubmit={logIn}>
          <Field
            label={say('login.mail')}
            name="username"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...field('mail')}
          />
          <PasswordField
            label={say('login.password')}
            name="password"
            autoComplete="current-password"
            {...field('password')}
          />
          <Field
            label={say('login.code')}
            hint={say('login.codeHint')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            value={values.code}
            onChange={({ target }) => edit({ code: target.value.replaceAll(/\s/g, '') })}
          />
          {picture !== undefined && (
            <Picture
              name={picture}
              letters={values.letters}
              onChange={(letters) => edit({ letters })}
              onRefresh={showPicture}
            />
          )}
          {errors.form && <Banner tone="bad">{errors.form}</Banner>}
          <Button type="submit" busy={form.busy}>
            {say('login.logIn')}
          </Button>
          <EnterByPasskey enter={enter} />
          <p className="text-small text-mut">{say('login.note')}</p>
          <Link
            to={paths.join()}
            className="press inline-flex min-h-11 items-center justify-self-start font-semibold text-ac underline"
          >
            {say('login.invited')}
          </Link>
        </Form>
      </Page>
    </main>
  )
}

/** Asked for while somebody guesses passwords of this address. Each picture is good for one try. */
function Picture({
  name,
  letters,
  onChange,
  onRefresh,
}: {
  name: string
  letters: string
  onChange: (letters: string) => void
  onRefresh: () => void
}) {
  const [failed, setFailed] = useState('')
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-2">
        <span className="grid min-h-16 w-41.5 place-items-center overflow-hidden rounded-control border border-ctl bg-paper p-1.5">
          {failed === name ? (
            <span role="alert" className="px-2 text-center text-small text-ink">
              {say('login.pictureFailed')}
            </span>
          ) : (
            <img
              src={`/captcha?t=${name}`}
              alt={say('login.picture')}
              width={150}
              height={50}
              onError={() => setFailed(name)}
            />
          )}
        </span>
        <IconButton label={say('login.another')} onClick={onRefresh}>
          <RefreshCw size={20} aria-hidden className="text-mut" />
        </IconButton>
      </div>
      <Field
        label={say('login.letters')}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={12}
        value={letters}
        onChange={(event) => onChange(event.target.value.replaceAll(/\s/g, ''))}
      />
    </div>
  )
}

const missing = say('login.missing')

/** The session of whoever came in begins here, and goes on where the last one ended. */
function useEntering() {
  const navigate = useNavigate()
  const { back, ended: _, ...search } = useSearch({ strict: false })
  return async (token: string) => {
    queryClient.clear()
    keepToken(token)
    const me = await readOnce(readOperator, {}).catch(() => undefined)
    keepDraftsOf(me?.id)
    const place = menuOf(me?.roles ?? []).find(({ to }) => to === back)
    await navigate(place ? { to: place.to, search } : { to: paths.overview() })
  }
}

function useLogin(enter: (token: string) => Promise<void>) {
  const form = useForm({ mail: '', password: '', code: '', letters: '' })
  const { mail, password, code, letters } = form.values
  const [picture, setPicture] = useState<string>()
  const { mutateAsync } = useAct(logInOperator)

  function showPicture() {
    setPicture(newKey())
    form.set({ letters: '' })
  }

  async function send() {
    const read = picture === undefined ? {} : { captcha_t: picture, vercode: letters }
    try {
      const { token } = await mutateAsync({ mail, password, code, ...read })
      await enter(token)
    } catch (failure) {
      // A picture is good for one try, and so is a code.
      const isAsked = failure instanceof CallRefused && failure.code.startsWith('captcha')
      if (isAsked || picture !== undefined) showPicture()
      form.set({ code: '' })
      throw failure
    }
  }

  const isWhole = mail.trim() !== '' && password !== '' && CODE.test(code)
  const logIn = () => form.submit(isWhole ? {} : { form: missing }, send)
  return { form, picture, showPicture, logIn }
}
