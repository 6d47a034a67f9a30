import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { PasswordField } from '@btbc/ui/PasswordField.tsx'
import { IconButton } from '@btbc/ui/IconButton.tsx'
import { useNavigate } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'

import { CallRefused, errorText, post } from '#api/call.ts'
import { queryClient } from '#api/query.ts'
import { paths } from '#paths.ts'
import { keepToken } from '#session.ts'
import { Page } from '#shell/Page.tsx'

const CODE = /^\d{6}$/

export function LoginScreen() {
  const login = useLogin()
  return (
    <main id="content" className="mx-auto grid max-w-100 px-4">
      <Page title="Log in to the console">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void login.submit()
          }}
          className="grid gap-4"
        >
          <Field
            label="Mail address"
            name="username"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={login.mail}
            onChange={(event) => login.setMail(event.target.value)}
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            value={login.password}
            onChange={(event) => login.setPassword(event.target.value)}
          />
          <Field
            label="Code of your authenticator"
            hint="Six digits, new every 30 seconds. No code works twice."
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            value={login.code}
            onChange={(event) => login.setCode(event.target.value.replaceAll(/\s/g, ''))}
          />
          {login.picture !== undefined && (
            <Picture
              name={login.picture}
              letters={login.letters}
              onChange={login.setLetters}
              onRefresh={login.showPicture}
            />
          )}
          {login.error !== undefined && <Banner tone="bad">{login.error}</Banner>}
          <Button type="submit" busy={login.busy}>
            Log in
          </Button>
          <p className="text-small text-mut">
            A session ends after 15 minutes without you, and after 8 hours in any case. Whatever you
            do is written into the audit log.
          </p>
        </form>
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
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-2">
        <img
          src={`/captcha?t=${name}`}
          alt="Five letters and digits to copy"
          width={150}
          height={50}
          className="rounded-control border border-ctl bg-[#fff] p-1.5"
        />
        <IconButton label="Another picture" onClick={onRefresh}>
          <RefreshCw size={20} aria-hidden className="text-mut" />
        </IconButton>
      </div>
      <Field
        label="Characters of the picture"
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

function useLogin() {
  const navigate = useNavigate()
  const [mail, setMail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [picture, setPicture] = useState<string>()
  const [letters, setLetters] = useState('')

  function showPicture() {
    setPicture(crypto.randomUUID())
    setLetters('')
  }

  async function submit() {
    if (busy) return
    if (mail.trim() === '' || password === '' || !CODE.test(code)) {
      setError('Please enter your mail address, your password and the six digits.')
      return
    }
    setBusy(true)
    setError(undefined)
    try {
      const { token } = await post('/login', {
        mail,
        password,
        code,
        ...(picture !== undefined && { captcha_t: picture, vercode: letters }),
      })
      queryClient.clear()
      keepToken(token)
      await navigate({ to: paths.overview() })
    } catch (failure) {
      setError(errorText(failure))
      const isAsked = failure instanceof CallRefused && failure.code.startsWith('captcha')
      if (isAsked || picture !== undefined) showPicture()
      setCode('')
    } finally {
      setBusy(false)
    }
  }

  const typed = { mail, setMail, password, setPassword, code, setCode }
  return { ...typed, picture, letters, setLetters, showPicture, busy, error, submit }
}
