import { say } from '@btbc/contract/operator/operator-text.ts'
import { listGroups } from '@btbc/contract/operator/sybil.ts'

import type { Answer } from '#api/call.ts'
import { useCall } from '#api/query.ts'
import { Desk, useDesk } from '#desk/Desk.tsx'
import { GroupPanel } from '#screens/sybil/GroupPanel.tsx'
import { Page } from '#shell/Page.tsx'

type Row = Answer<typeof listGroups>['list'][number]

const names = {
  inviter: say('sybil.byInviter'),
  payee: say('sybil.byPayee'),
  network: say('sybil.byNetwork'),
} as const

/** Groups of accounts that look like one person, the highest score first. */
export function SybilScreen() {
  const desk = useDesk()
  const { show, page, id, close } = desk
  const groups = useCall(listGroups, { show, page })
  return (
    <Page title={say('shell.sybil')} lead={say('sybil.lead')}>
      <Desk desk={desk} query={groups} line={lineOf} amounts={false}>
        {id !== undefined && <GroupPanel key={id} id={id} onClose={close} />}
      </Desk>
    </Page>
  )
}

function lineOf({ id, by, state, score, high, size, found_at: since }: Row) {
  return {
    id,
    title: say('sybil.line', { size, by: names[by] }),
    under: say(high ? 'sybil.scoreHigh' : 'sybil.score', { score }),
    state,
    amount: null,
    currency: null,
    since,
    proposed: false,
  }
}
