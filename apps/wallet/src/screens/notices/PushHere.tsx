import { addPushDevice, removePushDevice } from '@btbc/contract/notice.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Switch } from '@btbc/ui/Switch.tsx'
import { useEffect, useState } from 'react'

import { useErrorText, useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { canPush, findSubscription, NotAllowed, subscribe } from '#screens/notices/push.ts'
import { Section } from '#shell/Section.tsx'

type PushHereProps = {
  publicKey: string
  /** The house tells a device of this session. */
  isKnown: boolean
}

/** Whether this browser is told by push: it asks the person, then its push service, then us. */
export function PushHere({ publicKey, isKnown }: PushHereProps) {
  const t = useText()
  const errorText = useErrorText()
  const add = useSend(addPushDevice, { quiet: true })
  const remove = useSend(removePushDevice, { quiet: true })
  const [on, setOn] = useState(false)
  const [failed, setFailed] = useState<string>()
  useEffect(() => {
    void findSubscription(publicKey).then((found) => setOn(isKnown && found !== undefined))
  }, [publicKey, isKnown])

  async function turn(wanted: boolean) {
    setFailed(undefined)
    try {
      if (wanted) await add.mutateAsync({ request: (await subscribe(publicKey)).keys })
      else await turnOff()
      setOn(wanted)
    } catch (error) {
      setFailed(wordsOf(error))
    }
  }

  async function turnOff() {
    const found = await findSubscription(publicKey)
    if (!found) return
    await remove.mutateAsync({ request: { endpoint: found.keys.endpoint } })
    await found.end()
  }

  function wordsOf(error: unknown): string {
    if (error instanceof NotAllowed) return t('notice.pushDenied')
    return error instanceof DOMException ? t('notice.pushFailed') : errorText(error)
  }

  return (
    <Section title={t('notice.thisDevice')}>
      <div className="card grid gap-2 px-4 py-1">
        {canPush() ? (
          <Switch
            label={t('notice.pushHere')}
            hint={t('notice.pushHint')}
            checked={on}
            onChange={(wanted) => void turn(wanted)}
          />
        ) : (
          <p className="py-3 text-mut">{t('notice.pushNone')}</p>
        )}
        {failed !== undefined && <Banner tone="bad">{failed}</Banner>}
      </div>
    </Section>
  )
}
