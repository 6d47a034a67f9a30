import { say } from '@btbc/contract/operator/operator-text.ts'
import { proposeEndingPacket } from '@btbc/contract/operator/packet.ts'

import { useAct } from '#api/query.ts'
import { ProposeForm } from '#desk/ProposeForm.tsx'
import type { Packet } from '#screens/packets/PacketsScreen.tsx'

/** Ending a packet before its time; another operator accepts. */
export function EndForm({ packet, onDone }: { packet: Packet; onDone: () => void }) {
  const { mutateAsync } = useAct(proposeEndingPacket)
  return (
    <ProposeForm
      act={proposeEndingPacket}
      label={say('packets.endWhy')}
      button={say('packets.endPropose')}
      onPropose={async (reason) => {
        await mutateAsync({ id: packet.id, reason })
        onDone()
      }}
    >
      {say('packets.endNext')}
    </ProposeForm>
  )
}
