import {
  listHousePackets as listHousePacketsCall,
  proposeEndingPacket as proposeEndingPacketCall,
  proposePacket as proposePacketCall,
} from '@btbc/contract/operator/packet.ts'
import {
  listPackets as listPacketsCall,
  receivePacket as receivePacketCall,
} from '@btbc/contract/packet.ts'

import type { Serve } from '#http/serve.ts'
import type { ServeOperator } from '#modules/operator/index.ts'

import { proposeEndingPacket } from './packet.end.ts'
import { listHousePackets, proposePacket } from './packet.publish.ts'
import { receivePacket } from './packet.receive.ts'
import { listPackets } from './packet.ts'

const PER_PAGE = 50

export function servePackets(serve: Serve): void {
  serve(receivePacketCall, ({ tx, request, caller: { memberId }, from, now, wallNow }) =>
    receivePacket(tx, { memberId, request, origin: from, now, wallNow }),
  )
  serve(listPacketsCall, ({ tx, request, caller: { memberId } }) => {
    const { page = 1, limit = PER_PAGE } = request
    return listPackets(tx, { memberId, page, limit })
  })
}

export function serveHousePackets(serve: ServeOperator): void {
  serve(listHousePacketsCall, ({ tx, request: { page = 1, limit = PER_PAGE } }) =>
    listHousePackets(tx, { page, limit }),
  )
  serve(proposePacketCall, async ({ tx, request, caller, random, now, note }) => {
    const proposal = await proposePacket(tx, { request, caller, random, now })
    note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
    return proposal
  })
  serve(proposeEndingPacketCall, async ({ tx, request, caller, now, note }) => {
    const proposal = await proposeEndingPacket(tx, { request, caller, now })
    note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
    return proposal
  })
}
