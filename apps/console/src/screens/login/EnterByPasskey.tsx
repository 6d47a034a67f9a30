import { say } from '@btbc/contract/operator/operator-text.ts'
import { beginPasskeyEntry, enterByPasskey } from '@btbc/contract/operator/passkey.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { signByPasskey } from '@btbc/ui/passkeys.ts'
import { KeyRound } from 'lucide-react'

import { useAct } from '#api/query.ts'
import { useForm } from '#desk/useForm.ts'
import { passkeyHindrance } from '#shell/passkey-hindrance.ts'

/** For whose device knows them: nothing is typed. */
export function EnterByPasskey({ enter }: { enter: (token: string) => Promise<void> }) {
  const form = useForm({})
  const begin = useAct(beginPasskeyEntry)
  const finish = useAct(enterByPasskey)
  const hindrance = passkeyHindrance()
  if (hindrance !== undefined) return <p className="text-small text-mut">{hindrance}</p>

  async function logIn() {
    await form.submit({}, async () => {
      const { challenge_id, options } = await begin.mutateAsync({})
      const credential = await signByPasskey(options)
      if (credential === undefined) form.show({ form: say('passkeys.interrupted') })
      else await enter((await finish.mutateAsync({ challenge_id, credential })).token)
    })
  }

  return (
    <>
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button
        variant="ghost"
        busy={form.busy}
        icon={<KeyRound size={20} aria-hidden />}
        onClick={() => void logIn()}
      >
        {say('login.byPasskey')}
      </Button>
    </>
  )
}
