import type { Request, Response } from '@btbc/contract/endpoint.ts'
import type { askNodeOfHouse } from '@btbc/contract/proof.ts'
import type { Db } from '@btbc/database/database.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import * as z from 'zod/mini'

import { type Chain, coinIds } from '#chain/chain.ts'
import { askNode, NodeRefused } from '#chain/node-call.ts'
import type { CallerAddress } from '#network/caller-address.ts'
import { serial, serialEach } from '#platform/background.ts'

import { findLog } from './log.ts'

/** What anyone may ask the node of the house by way of the house: how little it is, the contract says. */

type Question = Request<typeof askNodeOfHouse>['questions'][number]
type Answer = Response<typeof askNodeOfHouse>['answers'][number]

const Told = z.union([z.string(), z.object({ number: z.string(), hash: z.string() })])

/**
 * One question of strangers at a time, so that the node has time for the house, and of each neighbourhood
 * one call: whoever asks for hundreds at once makes nobody else wait for them.
 */
export function openQuestions({ db, chain }: { db: Db; chain?: Chain | undefined }) {
  const inTurn = serial()
  const inLine = serialEach()
  const askAll = async (questions: readonly Question[]) => {
    if (!chain) throw new Refusal('chain_unavailable')
    const log = await findLog(db)
    const contracts = [...tokensOf(chain), ...(log === undefined ? [] : [log.toLowerCase()])]
    const answers: Answer[] = []
    for (const question of questions) {
      answers.push(await inTurn(() => askOne(chain, question, contracts)))
    }
    return { answers }
  }
  return async (
    questions: readonly Question[],
    { neighbourhood }: CallerAddress,
  ): Promise<Response<typeof askNodeOfHouse>> =>
    await inLine(neighbourhood, () => askAll(questions))
}

async function askOne(
  chain: Chain,
  { method, params }: Question,
  contracts: readonly string[],
): Promise<Answer> {
  // Nobody else's code is run for a stranger.
  if (method === 'eth_call' && !contracts.includes(params[0].to.toLowerCase())) return null
  try {
    return Told.safeParse(await askNode(chain.url, method, params)).data ?? null
  } catch (error) {
    if (error instanceof NodeRefused) return null
    throw new Refusal('chain_unavailable')
  }
}

function tokensOf({ coins }: Chain): string[] {
  return coinIds.flatMap((id) => {
    const coin = coins[id]
    return coin.kind === 'token' ? [coin.address.toLowerCase()] : []
  })
}
