import { say } from '@btbc/contract/operator/operator-text.ts'
import { listOperatorPasskeys } from '@btbc/contract/operator/passkey.ts'
import { Empty } from '@btbc/ui/Empty.tsx'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { AddPasskey } from '#screens/passkeys/AddPasskey.tsx'
import { PasskeyCard } from '#screens/passkeys/PasskeyCard.tsx'
import { Page, Section } from '#shell/Page.tsx'

export type Passkey = Answer<typeof listOperatorPasskeys>[number]

/** What opens the console for whoever is here, beside the authenticator. */
export function PasskeysScreen() {
  const passkeys = useCall(listOperatorPasskeys, {})
  return (
    <Page title={say('shell.passkeys')} lead={say('passkeys.lead')}>
      <Loaded query={passkeys} height="h-96">
        {(list) => (
          <div className="grid gap-6 xl:grid-cols-2">
            <Section title={say('passkeys.yours')}>
              {list.length === 0 ? (
                <Empty>{say('passkeys.none')}</Empty>
              ) : (
                <ul className="grid gap-3">
                  {list.map((each) => (
                    <PasskeyCard key={each.id} passkey={each} />
                  ))}
                </ul>
              )}
            </Section>
            <Section title={say('passkeys.new')}>
              <AddPasskey hasPasskeys={list.length > 0} />
            </Section>
          </div>
        )}
      </Loaded>
    </Page>
  )
}
