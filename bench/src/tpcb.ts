/** pgbench's TPC-B over our own driver: the peer that says how fast this server and machine are. */

import { Client } from 'pg'

export const TPCB_CLIENTS = 8
const SCALE = 20
const TELLERS_PER_BRANCH = 10
const ACCOUNTS_PER_BRANCH = 100_000
const DELTA_MAX = 5_000

/** pgbench's own tables and statements, word for word. */
const TABLES = `
  create table pgbench_branches (bid int primary key, bbalance int, filler char(88));
  create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84));
  create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84));
  create table pgbench_history
    (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
  insert into pgbench_branches select bid, 0, '' from generate_series(1, ${SCALE}) bid;
  insert into pgbench_tellers
    select tid, (tid - 1) / ${TELLERS_PER_BRANCH} + 1, 0, ''
    from generate_series(1, ${SCALE * TELLERS_PER_BRANCH}) tid;
  insert into pgbench_accounts
    select aid, (aid - 1) / ${ACCOUNTS_PER_BRANCH} + 1, 0, ''
    from generate_series(1, ${SCALE * ACCOUNTS_PER_BRANCH}) aid`

const STATEMENTS = {
  account: 'UPDATE pgbench_accounts SET abalance = abalance + $1 WHERE aid = $2',
  balance: 'SELECT abalance FROM pgbench_accounts WHERE aid = $1',
  teller: 'UPDATE pgbench_tellers SET tbalance = tbalance + $1 WHERE tid = $2',
  branch: 'UPDATE pgbench_branches SET bbalance = bbalance + $1 WHERE bid = $2',
  history: `INSERT INTO pgbench_history (tid, bid, aid, delta, mtime)
    VALUES ($1, $2, $3, $4, CURRENT_TIMESTAMP)`,
}

export type Tpcb = {
  /** One transaction of this client. */
  transact(client: number): Promise<void>
  close(): Promise<void>
}

export async function openTpcb(url: string): Promise<Tpcb> {
  const clients = await Promise.all(Array.from({ length: TPCB_CLIENTS }, () => connect(url)))
  const [first] = clients
  await first?.query(TABLES)
  await first?.query('vacuum analyze')
  return {
    async transact(n) {
      const client = clients[n]
      if (client) await transact(client)
    },
    async close() {
      await Promise.all(clients.map((client) => client.end()))
    },
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

async function transact(client: Client): Promise<void> {
  const aid = draw(SCALE * ACCOUNTS_PER_BRANCH)
  const tid = draw(SCALE * TELLERS_PER_BRANCH)
  const bid = draw(SCALE)
  const delta = draw(2 * DELTA_MAX + 1) - DELTA_MAX - 1
  await client.query('BEGIN')
  await run(client, 'account', [delta, aid])
  await run(client, 'balance', [aid])
  await run(client, 'teller', [delta, tid])
  await run(client, 'branch', [delta, bid])
  await run(client, 'history', [tid, bid, aid, delta])
  await client.query('END')
}

async function run(client: Client, name: keyof typeof STATEMENTS, values: number[]): Promise<void> {
  await client.query({ name, text: STATEMENTS[name], values })
}

/** A whole number from 1 to `max`. */
export function draw(max: number): number {
  return 1 + Math.floor(Math.random() * max)
}
