import { takeSnapshotNow } from '@btbc/contract/operator/proof.ts'
import {
  askNodeOfHouse,
  listAttestations,
  readMyLines,
  readMyProof,
  readAttestation,
} from '@btbc/contract/proof.ts'
import { Refusal } from '@btbc/contract/refusals.ts'

import type { Db } from '@btbc/database/database.ts'

import type { Chain } from '#chain/chain.ts'
import type { Serve, ServeDirect } from '#http/serve.ts'
import type { ServeOperator } from '#modules/operator/index.ts'

import { describeMyLines, describeMyProof, describeAttestations, getAttestation } from './proof.ts'
import { openQuestions } from './node-questions.ts'
import { type SnapshotParts, takeSnapshot } from './snapshot.ts'

const ATTESTATIONS = 24

export function serveProof(serve: Serve): void {
  serve(listAttestations, ({ tx, request: { limit = ATTESTATIONS, page = 1 } }) =>
    describeAttestations(tx, { limit, page }),
  )
  serve(readAttestation, ({ tx, request: { number } }) => getAttestation(tx, number))
  serve(readMyProof, ({ tx, request: { number }, caller: { memberId } }) =>
    describeMyProof(tx, { memberId, number }),
  )
  serve(readMyLines, ({ tx, request: { page = 1 }, caller: { memberId } }) =>
    describeMyLines(tx, { memberId, page }),
  )
}

export function serveQuestions(
  serveDirect: ServeDirect,
  house: { db: Db; chain?: Chain | undefined },
): void {
  const ask = openQuestions(house)
  serveDirect(askNodeOfHouse, ({ request: { questions }, from }) => ask(questions, from))
}

export function serveSnapshots(serve: ServeOperator, parts: SnapshotParts): void {
  serve(
    takeSnapshotNow,
    () => takeSnapshot(parts),
    async ({ prepared: number, note }) => {
      if (number === undefined) throw new Refusal('proof_under_way')
      note(`attestation ${number}`)
      return { number }
    },
  )
}
