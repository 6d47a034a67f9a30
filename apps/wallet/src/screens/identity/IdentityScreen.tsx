import { readIdentity } from '@btbc/contract/identity.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { IdentityForm } from '#screens/identity/IdentityForm.tsx'
import { IdentityState } from '#screens/identity/IdentityState.tsx'
import { Page } from '#shell/Page.tsx'

/** The server says when an operator has decided; this is for what was not heard. */
const LOOK_AGAIN_MS = 60_000

/** Where the member's identity stands, and the form while there is something to submit. */
export function IdentityScreen() {
  const t = useText()
  const review = useCall(
    readIdentity,
    {},
    { refetchInterval: ({ state }) => (state.data?.review_status === 1 ? LOOK_AGAIN_MS : false) },
  )
  return (
    <Page title={t('identity.title')}>
      <Loaded query={review} skeleton={<Skeleton className="h-40" />}>
        {(known) => (
          <>
            <IdentityState review={known} />
            {known.review_status === 0 && <IdentityForm />}
          </>
        )}
      </Loaded>
    </Page>
  )
}
