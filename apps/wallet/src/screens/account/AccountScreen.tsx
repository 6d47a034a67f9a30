import { Button } from '@btbc/ui/Button.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { LogOut } from 'lucide-react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
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
  const member = useCall('/user/info')
  return (
    <Page title={t('settings.account')}>
      <Loaded query={member} skeleton={<Skeleton className="h-48" />}>
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
      <LogOutButton />
    </Page>
  )
}

function LogOutButton() {
  const t = useText()
  const { logOut, busy } = useLogOut()
  return (
    <Button variant="ghost" busy={busy} icon={<LogOut size={20} aria-hidden />} onClick={logOut}>
      {t('shell.logOut')}
    </Button>
  )
}
