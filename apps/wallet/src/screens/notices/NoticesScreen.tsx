import { readStanding } from '@btbc/contract/account.ts'
import { listArticles } from '@btbc/contract/news.ts'
import { markOwnNoticesRead } from '@btbc/contract/notice.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useState } from 'react'

import { isAwaited, useCall, useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { NOTICES } from '#content/categories.ts'
import { WelcomeSheet } from '#joining/WelcomeSheet.tsx'
import { paths } from '#paths.ts'
import { HouseNotices } from '#screens/notices/HouseNotices.tsx'
import { OwnNotices } from '#screens/notices/OwnNotices.tsx'
import { useOwnNotices } from '#screens/notices/useOwnNotices.ts'
import { ActionRow } from '#shell/ActionRow.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'

type Shown = 'own' | 'house'

/** What a member was told, and what the house has to tell them all. */
export function NoticesScreen() {
  const t = useText()
  const own = useOwnNotices()
  const house = useCall(listArticles, { c_id: NOTICES })
  const standing = useCall(readStanding)
  return (
    <Page title={t('home.notices')}>
      {/* All at once: whatever comes first is pushed away by nothing. */}
      {[own, house, standing].some(isAwaited) ? (
        <div aria-busy="true">
          <Skeleton className="h-dvh" />
        </div>
      ) : (
        <>
          <Lists begin={own.data && own.rows.length === 0 ? 'house' : 'own'} />
          <div className="card divide-y divide-line px-4">
            <LinkRow to={paths.noticeSettings()} label={t('notice.settings')} />
            <WelcomeAgain />
          </div>
        </>
      )}
    </Page>
  )
}

/** Whoever was told nothing yet begins with what the house has published. */
function Lists({ begin }: { begin: Shown }) {
  const t = useText()
  const [shown, setShown] = useState(begin)
  return (
    <>
      <Segmented<Shown>
        legend={t('notice.which')}
        options={[
          { value: 'own', label: t('notice.forYou') },
          { value: 'house', label: t('notice.fromHouse') },
        ]}
        value={shown}
        onChange={setShown}
      />
      <ReadAll />
      {shown === 'own' ? <OwnNotices /> : <HouseNotices />}
    </>
  )
}

function ReadAll() {
  const t = useText()
  const unread = useCall(readStanding).data?.unread.notices ?? 0
  const { mutate, isPending } = useSend(markOwnNoticesRead)
  if (unread === 0) return null
  return (
    <Button variant="ghost" size="medium" busy={isPending} onClick={() => mutate({ request: {} })}>
      {t('notice.readAll')}
    </Button>
  )
}

/** What every new member was told once can be read again. */
function WelcomeAgain() {
  const t = useText()
  const isWelcomed = useCall(readStanding).data?.welcomed === true
  const [open, setOpen] = useState(false)
  if (!isWelcomed) return null
  return (
    <>
      <ActionRow label={t('notice.welcomeGrant')} onClick={() => setOpen(true)} />
      <WelcomeSheet open={open} onClose={() => setOpen(false)} />
    </>
  )
}
