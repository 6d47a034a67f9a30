import { listDisputes } from '@btbc/contract/operator/dispute.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { currencies } from '@btbc/money/currency.ts'

import type { Answer } from '#api/call.ts'
import { useCall } from '#api/query.ts'
import { Desk, useDesk } from '#desk/Desk.tsx'
import { DisputePanel } from '#screens/disputes/DisputePanel.tsx'
import { Page } from '#shell/Page.tsx'

type Row = Answer<typeof listDisputes>['list'][number]

/** Deals that operators decide. */
export function DisputesScreen() {
  const desk = useDesk()
  const { show, page, id, close } = desk
  const disputes = useCall(listDisputes, { show, page })
  return (
    <Page title={say('shell.disputes')} lead={say('dispute.lead')}>
      <Desk desk={desk} query={disputes} line={lineOf} amounts>
        {id !== undefined && <DisputePanel key={id} id={id} onClose={close} />}
      </Desk>
    </Page>
  )
}

function lineOf({ id, buyer, seller, state, number, opened_at: since, proposed }: Row) {
  return {
    id,
    title: say('dispute.deal', { id }),
    under: say('dispute.between', { buyer: buyer.name, seller: seller.name }),
    state,
    amount: number,
    currency: currencies.USDT.id,
    since,
    proposed,
  }
}
