import { noticeSettings } from '@btbc/contract/notice.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { Switch } from '@btbc/ui/Switch.tsx'

import type { Answer, Ask } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { queryClient, useCall, useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { PushHere } from '#screens/notices/PushHere.tsx'
import { Page } from '#shell/Page.tsx'
import { Section } from '#shell/Section.tsx'

type Settings = Answer<typeof noticeSettings>
type Kind = Settings['kinds'][number]
type Way = Kind['fixed'][number]

const ways: readonly Way[] = ['app', 'mail', 'push']

/** What a member is told where: a switch for each subject and way, but for what is always told. */
export function NoticeSettingsScreen() {
  const t = useText()
  const settings = useCall(noticeSettings)
  return (
    <Page title={t('notice.settings')}>
      <p className="text-mut">{t('notice.settingsLead')}</p>
      <Loaded query={settings} skeleton={<Skeleton className="h-150" />}>
        {(found) => (
          <>
            <PushHere publicKey={found.push_key} isKnown={found.here} />
            <Choices settings={found} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Choices({ settings }: { settings: Settings }) {
  const t = useText()
  const { mutateAsync } = useSend(noticeSettings)
  const choose = async (request: Ask<typeof noticeSettings>) => {
    // What went wrong was said; the switch stays where the server has it.
    const answer = await mutateAsync({ request }).catch(() => undefined)
    if (answer) queryClient.setQueryData([noticeSettings.path, {}], answer)
  }
  return settings.kinds.map((kind) => (
    <Section key={kind.kind} title={t(`notice.${kind.kind}`)}>
      <div className="card divide-y divide-line px-4">
        {ways.map((way) =>
          kind.fixed.includes(way) ? (
            <p key={way} className="flex min-h-13 items-center justify-between gap-4">
              {t(`notice.${way}`)}
              <span className="text-small text-mut">{t('notice.always')}</span>
            </p>
          ) : (
            <Switch
              key={way}
              label={
                <>
                  {t(`notice.${way}`)}
                  <span className="sr-only"> ({t(`notice.${kind.kind}`)})</span>
                </>
              }
              checked={kind[way]}
              onChange={(on) => void choose({ kind: kind.kind, way, on })}
            />
          ),
        )}
      </div>
    </Section>
  ))
}
