import { addPayee, listPayees, removePayee, type PayWay } from '@btbc/contract/payee.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { Switch } from '@btbc/ui/Switch.tsx'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall, useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { PayeeDetails } from '#payees/PayeeDetails.tsx'
import { ways, wayTexts } from '#payees/ways.ts'
import { Page } from '#shell/Page.tsx'

type Own = Answer<typeof listPayees>[number]

/** The ways of payment a member takes as a seller, each with the details the server made for it. */
export function PayeesScreen() {
  const t = useText()
  const payees = useCall(listPayees)
  return (
    <Page title={t('buy.collection')}>
      <p className="text-mut">{t('payee.intro')}</p>
      <p className="text-small text-mut">{t('payee.private')}</p>
      <Loaded query={payees} skeleton={<PayeesSkeleton />}>
        {(own) =>
          ways.map((way) => (
            <Way key={way} way={way} own={own.find((payee) => payee.way === way)} />
          ))
        }
      </Loaded>
    </Page>
  )
}

function Way({ way, own }: { way: PayWay; own: Own | undefined }) {
  const t = useText()
  const add = useSend(addPayee)
  const remove = useSend(removePayee)
  const turn = (isTaken: boolean) => {
    if (add.isPending || remove.isPending) return
    if (isTaken) add.mutate({ request: { way } })
    else if (own) remove.mutate({ request: { id: own.id } })
  }
  return (
    <section aria-label={t(wayTexts[way])} className="card grid grid-cols-1 gap-3 px-4 py-2">
      <Switch
        label={<span className="font-semibold">{t(wayTexts[way])}</span>}
        hint={t(own ? 'payee.taken' : 'payee.notTaken')}
        checked={own !== undefined}
        onChange={turn}
      />
      {own && (
        <div className="pb-2">
          <PayeeDetails payee={own} />
        </div>
      )}
    </section>
  )
}

function PayeesSkeleton() {
  return (
    <div className="grid gap-4">
      {ways.map((way) => (
        <Skeleton key={way} className="h-20" />
      ))}
    </div>
  )
}
