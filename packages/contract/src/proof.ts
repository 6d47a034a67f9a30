import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { Amount, int, list, optional, paging, SignedAmount, Timestamp } from '#wire.ts'

/** Proofs: signed attestations of what is owed and what is there, and a member's place in them. */

const number = optional(int(1, 2_147_483_647))

export const listAttestations = endpoint({
  path: '/proof/list',
  methods: ['GET'],
  access: 'anyone',
  changes: false,
  about: ['solvency'],
  summary: 'Signed attestations, newest first: root, head of the books, and what covered what',
  request: { ...paging },
  response: list(
    z.object({
      number: z.int(),
      at: Timestamp,
      /** Of the tree over all members, in hexadecimal. */
      root: z.string(),
      /** The last hash of the chain of entries. */
      books: z.string(),
      coverage: z.array(
        z.object({
          currency: z.int(),
          currency_name: z.string(),
          owed: Amount,
          promised: Amount,
          /** Without what is on its way. */
          there: SignedAmount,
        }),
      ),
      /** Where it stands on the test chain; null while it is being written. */
      written: z.nullable(z.object({ transaction: z.string(), block: z.int() })),
    }),
  ),
  refusals: [],
})

export const readAttestation = endpoint({
  path: '/proof/attestation',
  methods: ['GET'],
  access: 'anyone',
  changes: false,
  about: ['solvency'],
  summary: 'An attestation byte for byte as it was signed, the newest without a number',
  request: { number },
  response: z.object({
    number: z.int(),
    text: z.string(),
    /** Ed25519, in base64url. */
    signature: z.string(),
  }),
  refusals: ['proof_not_found'],
})

export const readMyProof = endpoint({
  path: '/proof/mine',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['solvency', 'balances'],
  summary: 'Own leaves in the tree of an attestation and the way to its root; kept for two days',
  request: { number },
  response: z.object({
    number: z.int(),
    member: z.int(),
    /** Null for whoever had no account at that moment. */
    proof: z.nullable(
      z.object({
        member: z.int(),
        salt: z.string(),
        /** All own lines up to the head of the books, as one hash. */
        lines: z.string(),
        block: z.int(),
        /** Sums in the smallest units, in the order of the attestation's currencies. */
        parts: z.array(z.object({ slot: z.int(), sums: z.string() })),
        low: z.array(z.array(z.string())),
        high: z.array(z.string()),
      }),
    ),
  }),
  refusals: ['proof_not_found'],
})

export const readMyLines = endpoint({
  path: '/proof/lines',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['balances'],
  summary: 'Own lines in the books, newest first, as a leaf seals them; 500 to a page',
  request: { page: optional(int(1, 20)) },
  response: list(
    z.object({
      entry: z.string(),
      /** In milliseconds since 1970. */
      at: z.number(),
      kind: z.string(),
      purpose: z.string(),
      currency: z.int(),
      /** In the smallest units of the currency. */
      value: z.string(),
    }),
  ),
  refusals: [],
})

const NodeAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const NodeBlock = z.string().check(z.regex(/^(latest|0x[0-9a-f]{1,16})$/))
/** `balanceOf(address)`, and of the contract in which proofs are written `proofs(uint256)` and `latest()`. */
const Asked = z.string().check(z.regex(/^0x((70a08231|9ddaf5aa)[0-9a-f]{64}|52bfe789)$/))

const Question = z.union([
  z.strictObject({ method: z.literal('eth_chainId'), params: z.tuple([]) }),
  z.strictObject({
    method: z.literal('eth_getBlockByNumber'),
    params: z.tuple([NodeBlock, z.literal(false)]),
  }),
  z.strictObject({
    method: z.enum(['eth_getBalance', 'eth_getCode']),
    params: z.tuple([NodeAddress, NodeBlock]),
  }),
  z.strictObject({
    method: z.literal('eth_call'),
    params: z.tuple([z.strictObject({ to: NodeAddress, data: Asked }), NodeBlock]),
  }),
])

export const askNodeOfHouse = endpoint({
  path: '/proof/node',
  methods: ['POST'],
  access: 'anyone',
  changes: false,
  about: ['solvency'],
  summary:
    'Asks the node of the house what an address held at a block, and which proofs are written',
  request: { questions: z.array(Question).check(z.minLength(1), z.maxLength(25)) },
  response: z.object({
    /** As the node says it, in the order of the questions; null for what it does not know. */
    answers: z.array(
      z.nullable(z.union([z.string(), z.object({ number: z.string(), hash: z.string() })])),
    ),
  }),
  refusals: ['chain_unavailable'],
})

export const proofCalls = {
  listAttestations,
  readAttestation,
  readMyProof,
  readMyLines,
  askNodeOfHouse,
}
