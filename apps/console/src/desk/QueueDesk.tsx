import { listCases } from '@btbc/contract/operator/case.ts'
import type { QueueName } from '@btbc/contract/operator/rights.ts'

import type { Answer } from '#api/call.ts'
import { useCall } from '#api/query.ts'
import { CasePanel } from '#desk/CasePanel.tsx'
import { Desk, useDesk } from '#desk/Desk.tsx'
import { stateName } from '#desk/state-name.ts'

type Case = Answer<typeof listCases>['list'][number]

/** A queue whose cases are accepted or rejected. */
export function QueueDesk({ queue, amounts }: { queue: QueueName; amounts: boolean }) {
  const desk = useDesk()
  const { show, page, id, close } = desk
  const cases = useCall(listCases, { queue, show, page })
  return (
    <Desk desk={desk} query={cases} line={lineOf} amounts={amounts}>
      {id !== undefined && (
        <CasePanel key={`${queue} ${id}`} queue={queue} id={id} onClose={close} />
      )}
    </Desk>
  )
}

function lineOf(found: Case) {
  const { member: under, opened_at: since } = found
  return { ...found, under, since, state: stateName(found) }
}
