import { type Random, randomFrom } from '@btbc/matching/random-flow.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'

import { changeAccountId } from '../engine/balances.ts'
import { type Engine, startEngine } from '../engine/engine.ts'
import type { OrderName, Outcome } from '../exchange.ts'
import { type HistoryProjector, startHistoryProjector } from '../history/history-projector.ts'
import { placeOnce } from '../place-once.ts'
import { Books, Finding } from './books.ts'
import { lookAtAnswer, lookAtMarkets, lookAtMoney, lookAtRest, told } from './looks.ts'
import { type Life, Scheduler } from './scheduler.ts'
import { SimulatedDatabase } from './simulated-store.ts'
import { type Asked, firstFunds, Traders } from './traders.ts'
import { calm, drawWeather } from './weather.ts'

/**
 * The engine of the exchange, as it is, in a world that comes out of a seed: its database, the time,
 * other servers on the same database, members who ask, and what goes wrong. After every settlement and
 * every answer it is looked at whether that may be; from time to time and at the end, at everything.
 *
 * Over 300 lines: one world, whose acts are all drawn from one seed.
 */

const START = Date.parse('2026-03-01T12:00:00.000Z')
/** Two servers want the markets. */
const SERVERS = 2
const LOOK_EVERY = 200
const DOWN_MS_MAX = 8_000
const REPEAT_MS_MAX = 6_000
/** Longer than a lease and than a caller waits in doubt, some times over. */
const CALM_MS = 30_000
const CALM_MS_MAX = 1_800_000

type Server = { life: Life; engine?: Engine; history?: HistoryProjector }
type Pending = { asked: Asked; server: Server }

export type Run = {
  seed: number
  steps: number
  commands: number
  trades: number
  digest: string
  faults: ReadonlyMap<string, number>
}

/** One seed, so many steps and whatever it takes to come to rest after them. */
export async function simulate(seed: number, steps: number): Promise<Run> {
  const simulation = new Simulation(seed)
  try {
    return await simulation.run(steps)
  } catch (error) {
    const again = `npm run simulate -- --seed ${seed} --steps ${steps}`
    const where = `seed ${seed}, step ${simulation.time.steps}`
    throw new Error(`${where}: ${String(error)}\nAgain: ${again}`, { cause: error })
  }
}

class Simulation {
  readonly time = new Scheduler()
  readonly #seed: number
  readonly #random: Random
  readonly #books = new Books()
  readonly #database: SimulatedDatabase
  readonly #traders: Traders
  readonly #servers: Server[] = []
  readonly #pending = new Set<Pending>()
  #commands = 0
  #lives = 0
  #isTrading = true
  #finding: unknown
  readonly #minted = new Map<number, bigint>()

  constructor(seed: number) {
    this.#seed = seed
    const random = randomFrom(seed)
    this.#random = random
    const weather = drawWeather(random)
    this.#database = new SimulatedDatabase({ books: this.#books, time: this.time, random, weather })
    this.#traders = new Traders(random)
    for (const { memberId, currency, amount } of firstFunds())
      this.#give(memberId, currency, amount)
  }

  async run(steps: number): Promise<Run> {
    for (let n = 0; n < SERVERS; n += 1) this.#start()
    this.#trade()
    this.#letHappen()
    while (this.time.steps < steps) await this.#step()
    await this.#comeToRest()
    const trades = [...this.#books.markets.values()].map(({ lastTrade }) => lastTrade?.id ?? 0)
    return {
      seed: this.#seed,
      steps: this.time.steps,
      commands: this.#commands,
      trades: trades.reduce((sum, each) => sum + each, 0),
      digest: this.time.digest(),
      faults: this.#database.faults,
    }
  }

  async #step(): Promise<void> {
    await this.time.step()
    if (this.#finding !== undefined) throw this.#finding
    if (this.time.steps % LOOK_EVERY === 0) this.#lookAtAll()
  }

  #start(): void {
    this.#lives += 1
    const life = { name: `server ${this.#lives}`, isOver: false, stalledUntilMs: 0 }
    const server: Server = { life }
    this.#servers.push(server)
    this.#watch(this.#open(server))
  }

  /** As the product opens it. */
  async #open(server: Server): Promise<void> {
    const { time } = this
    const { life } = server
    const waits = time.waitsOf(life)
    const report = (error: unknown, what: string) => this.#heard(life, error, what)
    const list = () => this.#database.query(life, 'list', () => this.#books.list())
    const history = await startHistoryProjector({ list, report, waits })
    const engine = await startEngine({
      store: this.#database.storeFor(life),
      now: () => new Date(START + Math.floor(time.nowMs)),
      owner: life.name,
      report,
      ratesOf: (memberId) => ({ maker: 500 + memberId * 37, taker: 1_000 + memberId * 53 }),
      batchOrdersMax: this.#database.weather.batchOrdersMax,
      waits,
      onRead: () => history.noteRead(),
      onCommit: (orders) => history.note(orders),
    })
    Object.assign(server, { engine, history })
  }

  /** What an engine reports are faults of the weather, or of its own. */
  #heard(life: Life, error: unknown, what: string): void {
    if (life.isOver) return
    const text = causesOf(error)
    this.time.note(`${life.name} reports ${what}: ${text}`)
    const isWeather = /connection was lost|deadlock|lock timeout|fenced|floor/.test(text)
    if (!isWeather) this.#finding ??= error
  }

  /** Again and again a command, until it is over. */
  #trade(): void {
    const { pauseUs } = this.#database.weather
    this.time.after(this.#random.below(2 * pauseUs) / 1_000, undefined, () => {
      if (!this.#isTrading) return
      this.#trade()
      this.#outside()
      const asked = this.#traders.next()
      this.#ask(asked)
      if (asked.kind === 'place' && this.#is('twice'))
        this.time.after(this.#random.below(REPEAT_MS_MAX), undefined, () => this.#ask(asked))
    })
  }

  #is(kind: 'twice' | 'outside'): boolean {
    const isSo = this.#random.below(1_000) < this.#database.weather[kind]
    if (isSo) this.#database.countFault(kind)
    return isSo
  }

  /** What happens to a whole server, or to the database, now and then. */
  #letHappen(): void {
    const random = this.#random
    const database = this.#database
    this.#nowAndThen('crash', (server) => this.#crash(server))
    this.#nowAndThen('stall', ({ life }) => {
      life.stalledUntilMs = this.time.nowMs + random.below(DOWN_MS_MAX)
    })
    this.#nowAndThen('clockJump', () => (database.aheadMs += random.below(10_000) - 5_000))
    this.#nowAndThen('outage', () => {
      database.isDown = true
      this.time.after(random.below(DOWN_MS_MAX), undefined, () => (database.isDown = false))
    })
  }

  #nowAndThen(
    kind: 'crash' | 'stall' | 'clockJump' | 'outage',
    happen: (server: Server) => void,
  ): void {
    const every = this.#database.weather[kind]
    if (every === 0) return
    this.time.after(this.#random.below(2_000 * every), undefined, () => {
      const server = this.#servers[this.#random.below(SERVERS)]
      if (!this.#isTrading || !server) return
      this.#database.countFault(kind)
      happen(server)
      this.#nowAndThen(kind, happen)
    })
  }

  /** The process is gone with all it had in memory. */
  #crash(server: Server): void {
    server.life.isOver = true
    this.#database.leave(server.life)
    this.#servers.splice(this.#servers.indexOf(server), 1)
    for (const each of this.#pending) if (each.server === server) this.#pending.delete(each)
    this.time.note(`${server.life.name} crashes`)
    this.#start()
  }

  /** Others take from the wallets, or bring. */
  #outside(): void {
    if (!this.#is('outside')) return
    const { USDT, BTC, BNB, BTBC } = currencies
    const memberId = this.#traders.someone()
    const currency = this.#random.pick([USDT.id, USDT.id, BTC.id, BNB.id, BTBC.id])
    const account = changeAccountId(memberId, currency)
    if (this.#database.isLocked(account)) return
    const { available } = this.#books.of(account)
    this.#give(memberId, currency, -available)
    const back = () => {
      this.#give(memberId, currency, available)
      this.#tellOf(memberId)
    }
    this.#tellOf(memberId)
    this.time.after(this.#random.below(200), undefined, back)
  }

  /** Only what a server commits itself it knows of. */
  #tellOf(memberId: number): void {
    this.#servers[this.#random.below(2 * SERVERS)]?.engine?.forget([memberId])
  }

  #give(memberId: number, currency: CurrencyId, amount: bigint): void {
    this.#books.of(changeAccountId(memberId, currency)).available += amount
    this.#minted.set(currency, (this.#minted.get(currency) ?? 0n) + amount)
  }

  /** It arrives at a server, if that is not gone by then. */
  #ask(asked: Asked): void {
    const server = this.#servers[this.#random.below(SERVERS)]
    if (!server) return
    this.time.after(0, server.life, () => {
      const { engine, history, life } = server
      if (!engine || !history) return
      this.#commands += 1
      const pending: Pending = { asked, server }
      this.#pending.add(pending)
      const submit = (command: Asked) => this.#submit(engine, command)
      const readings = () => engine.readings()
      const findEnded = async ({ memberId, clientId = '' }: OrderName) => {
        await history.hasEarlier()
        const find = () => this.#books.findListed(memberId, clientId)
        return await this.#database.query(life, 'find', find)
      }
      const answers =
        asked.kind === 'place'
          ? placeOnce({ findEnded, submit, readings }, asked.orders)
          : submit(asked)
      this.#watch(
        answers.catch(() => undefined).then((outcomes) => this.#answered(pending, outcomes)),
      )
    })
  }

  #submit(engine: Engine, command: Asked): Promise<Outcome[]> {
    let answers = 0
    return new Promise<Outcome[]>((resolve) => {
      const answer = (outcomes: Outcome[]) => {
        answers += 1
        if (answers > 1) this.#finding ??= new Finding(`${command.kind} is answered twice`)
        resolve(outcomes)
      }
      engine.submit({ ...command, answer })
    })
  }

  /** Nobody hears of what comes after the end of a server. */
  #answered(pending: Pending, outcomes: readonly Outcome[] | undefined): void {
    const { asked, server } = pending
    this.#pending.delete(pending)
    if (server.life.isOver || !outcomes) return
    lookAtAnswer(this.#books, asked, outcomes)
    for (const outcome of outcomes) {
      if (outcome.outcome !== 'accepted') continue
      const { id, memberId, clientId } = outcome.order
      const isById = clientId === undefined || this.#random.chance(0.5)
      this.#traders.learn(isById ? { memberId, id } : { memberId, clientId })
    }
    this.time.note(`${server.life.name} answers ${asked.kind} ${outcomes.map(told).join()}`)
  }

  /** What fails behind the steps is a finding at the next one. */
  #watch(work: Promise<unknown>): void {
    work.catch((error: unknown) => (this.#finding ??= error))
  }

  #lookAtAll(): void {
    lookAtMoney(this.#books, this.#minted)
    const engines = this.#servers.flatMap(({ engine }) => engine ?? [])
    lookAtMarkets(this.#books, engines)
  }

  /** The weather is fine again and nobody asks for anything: all is answered, and one server has the markets. */
  async #comeToRest(): Promise<void> {
    this.#isTrading = false
    this.#database.weather = { ...this.#database.weather, ...calm }
    const restsAtMs = this.time.nowMs + CALM_MS
    const isOver = () => this.time.nowMs >= restsAtMs && this.#pending.size === 0
    while (!isOver() && this.time.nowMs < restsAtMs + CALM_MS_MAX) await this.#step()
    for (const { asked, server } of this.#pending)
      throw new Finding(`${server.life.name} has never answered ${asked.kind}`)
    const running = this.#servers.flatMap(({ engine }) => (engine?.isRunning() ? [engine] : []))
    const [engine] = running
    if (!engine || running.length > 1)
      throw new Finding(`${running.length} servers own the markets`)
    this.#lookAtAll()
    lookAtRest(this.#books, engine)
  }
}

function causesOf(error: unknown): string {
  const texts: string[] = []
  for (let each = error; each instanceof Error; each = each.cause) texts.push(each.message)
  return texts.join(': ') || String(error)
}
