import { readStanding } from '@btbc/contract/account.ts'
import { listOwnNotices, markOwnNoticesRead } from '@btbc/contract/notice.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useState } from 'react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall, useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { WelcomeSheet } from '#joining/WelcomeSheet.tsx'
import { paths } from '#paths.ts'
import { HouseNotices } from '#screens/notices/HouseNotices.tsx'
import { OwnNotices } from '#screens/notices/OwnNotices.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'

type Shown = 'own' | 'house'

/** What a member was told, and what the house has to tell them all. */
export function NoticesScreen() {
  const t = useText()
  const newest = useCall(listOwnNotices, { limit: 1 })
  return (
    <Page title={t('home.notices')}>
      <Loaded query={newest} skeleton={<Skeleton className="h-72" />}>
        {({ list }) => <Lists begin={list.length > 0 ? 'own' : 'house'} />}
      </Loaded>
      <div className="card px-4">
        <LinkRow to={paths.noticeSettings()} label={t('notice.settings')} />
      </div>
      <WelcomeAgain />
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
      <Button variant="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('notice.welcomeGrant')}
      </Button>
      <WelcomeSheet open={open} onClose={() => setOpen(false)} />
    </>
  )
}
