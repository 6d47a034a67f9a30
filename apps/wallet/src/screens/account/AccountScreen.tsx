import { readProfile, readStanding } from '@btbc/contract/account.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { LogOut as LogOutIcon } from 'lucide-react'
import { useState } from 'react'

import { Loaded } from '#api/Loaded.tsx'
import { isAwaited, useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { AccountCard } from '#screens/account/AccountCard.tsx'
import { AddInvite } from '#screens/account/AddInvite.tsx'
import { Places } from '#screens/account/Places.tsx'
import { Settings } from '#screens/account/Settings.tsx'
import { VerifyAddress } from '#screens/account/VerifyAddress.tsx'
import { Page } from '#shell/Page.tsx'
import { useLogOut } from '#shell/useLogOut.ts'

/** The member, everything there is, and how it should look. */
export function AccountScreen() {
  const t = useText()
  const member = useCall(readProfile)
  const standing = useCall(readStanding)
  // All at once: who is new is shown more, and all places stand below it.
  if (isAwaited(member) || isAwaited(standing))
    return (
      <Page title={t('shell.account')}>
        <div aria-busy="true">
          <Skeleton className="h-dvh" />
        </div>
      </Page>
    )
  return (
    <Page title={t('shell.account')}>
      <Loaded query={member} skeleton={null}>
        {(known) => (
          <>
            <AccountCard member={known} />
            {!known.verified && <VerifyAddress member={known} />}
            {known.invite_open && <AddInvite />}
          </>
        )}
      </Loaded>
      <Places balances={member.data?.change_wallet.balance} />
      <Settings />
      <LogOut />
    </Page>
  )
}

/** Asks first, at the end of the page: nobody is logged out by a slip of the thumb. */
function LogOut() {
  const t = useText()
  const { logOut, busy } = useLogOut()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        aria-haspopup="dialog"
        icon={<LogOutIcon size={20} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('shell.logOut')}
      </Button>
      <Sheet open={asking} onOpenChange={setAsking} title={t('settings.logOutTitle')}>
        <div className="grid gap-4">
          <p>{t('settings.logOutBody')}</p>
          <Button busy={busy} onClick={logOut}>
            {t('shell.logOut')}
          </Button>
          <Button variant="ghost" onClick={() => setAsking(false)}>
            {t('settings.stayLoggedIn')}
          </Button>
        </div>
      </Sheet>
    </>
  )
}
