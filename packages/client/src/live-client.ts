import { liveCloseCodes } from '@btbc/contract/live-rules.ts'
import type {
  LiveAnswer,
  LiveData,
  LiveFrame,
  LiveRequest,
  LiveTopic,
} from '@btbc/contract/live.ts'

import { houseNow } from './house-clock.ts'
import { readAnswer } from './live-answer.ts'

/**
 * The socket `/live`: topics with a snapshot, then deltas whose numbers follow one another. A number
 * that is missing means the topic is asked for again; a line that breaks is opened again, and every
 * topic goes on from the last number that was seen, or from a new snapshot.
 */

/** `since` is when the state began, by the house's clock. */
export type Line = { state: 'opening' | 'open' | 'lost'; since: number }

type Listener<Name extends LiveTopic> = (frame: LiveFrame<LiveData<Name>>) => void

export type LiveClient = {
  /** Frames of the topic from its snapshot on, in order and without a gap. Answers how to stop. */
  follow<Name extends LiveTopic>(topic: Name, listener: Listener<Name>): () => void
  /** Somebody else has logged in: whatever is heard from now on is theirs. */
  reopen(): void
  line(): Line
  onLine(listener: () => void): () => void
  /** Tries at once, and doubts a line that is quiet: the network is back, or somebody looks. */
  retryNow(): void
}

export type LiveOptions = {
  url: string
  /** Asked at every opening: private topics are heard by who is logged in. */
  token: () => string | undefined
  /** The server has closed the line, or does not know the token any more: the session has ended. */
  sessionEnded?: () => void
  /** The first pause before opening again; each one after is twice as long. */
  retryMs?: number
  retryMsMax?: number
  pingMs?: number
  /** A line on which nothing comes for so long, pings unanswered, is taken for broken. */
  silentMsMax?: number
  /** A line in doubt has so long to answer. */
  answerMsMax?: number
}

type Topic = {
  listeners: Set<(frame: LiveFrame) => void>
  /** Of the last frame that was handed on; undefined until a snapshot has come. */
  seq: number | undefined
}

const RETRY_MS = 250
const RETRY_MS_MAX = 8_000
const PING_MS = 15_000
const SILENT_MS_MAX = 40_000
const ANSWER_MS_MAX = 3_000
/** The line is kept a little for the next screen. */
const LINGER_MS = 2_000

export function openLive(options: LiveOptions): LiveClient {
  return new Client(options)
}

class Client implements LiveClient {
  readonly #options: LiveOptions
  readonly #topics = new Map<string, Topic>()
  readonly #lineListeners = new Set<() => void>()
  #line: Line = { state: 'opening', since: houseNow() }
  /** Topics that the server cannot tell of for now. */
  readonly #missing = new Set<string>()
  #socket: WebSocket | undefined
  /** When the line was last heard or doubted, by Date.now(), which goes on while a device sleeps. */
  #heardAt = 0
  #failures = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #pings: ReturnType<typeof setInterval> | undefined
  #leaving: ReturnType<typeof setTimeout> | undefined

  constructor(options: LiveOptions) {
    this.#options = options
  }

  follow<Name extends LiveTopic>(name: Name, heard: Listener<Name>): () => void {
    // Frames come to a topic's own listeners; what they carry is what the contract says of it.
    const listener = heard as (frame: LiveFrame) => void
    clearTimeout(this.#leaving)
    const topic = this.#topics.get(name)
    if (topic === undefined) {
      this.#topics.set(name, { listeners: new Set([listener]), seq: undefined })
      this.#send({ op: 'sub', topic: name })
    } else {
      // The snapshot has passed already: all of them get a new one.
      topic.listeners.add(listener)
      this.#restart(name, topic)
    }
    if (this.#socket === undefined && this.#retry === undefined) this.#open()
    return () => this.#leave(name, listener)
  }

  line(): Line {
    return this.#line
  }

  onLine(listener: () => void): () => void {
    this.#lineListeners.add(listener)
    return () => this.#lineListeners.delete(listener)
  }

  retryNow(): void {
    if (this.#retry === undefined) {
      this.#doubt()
      return
    }
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.#failures = 0
    this.#open()
  }

  /** No timer runs while a device sleeps: what was not heard meanwhile is old until the line answers. */
  #doubt(): void {
    const { pingMs = PING_MS, answerMsMax = ANSWER_MS_MAX } = this.#options
    if (this.#socket === undefined || Date.now() - this.#heardAt <= pingMs) return
    this.#heardAt = Date.now()
    this.#setLine('lost')
    this.#listenForSilence(answerMsMax)
    this.#send({ op: 'ping' })
  }

  reopen(): void {
    if (this.#socket === undefined) return
    for (const topic of this.#topics.values()) topic.seq = undefined
    this.#close()
    if (this.#topics.size > 0) this.#open()
  }

  #restart(name: string, topic: Topic): void {
    topic.seq = undefined
    this.#send({ op: 'unsub', topic: name })
    this.#send({ op: 'sub', topic: name })
  }

  #leave(name: string, listener: (frame: LiveFrame) => void): void {
    const topic = this.#topics.get(name)
    if (!topic?.listeners.delete(listener) || topic.listeners.size > 0) return
    this.#topics.delete(name)
    if (this.#missing.delete(name)) this.#findAll()
    this.#send({ op: 'unsub', topic: name })
    if (this.#topics.size === 0) this.#leaving = setTimeout(() => this.#close(), LINGER_MS)
  }

  #open(): void {
    const socket = new WebSocket(this.#options.url)
    this.#socket = socket
    this.#missing.clear()
    this.#setLine('opening')
    this.#hearLine()
    socket.addEventListener('open', () => {
      if (socket !== this.#socket) return
      const token = this.#options.token()
      if (token !== undefined) this.#send({ op: 'auth', token })
      for (const [topic, { seq }] of this.#topics) {
        this.#send({ op: 'sub', topic, ...(seq !== undefined && { since: seq }) })
      }
      const { pingMs = PING_MS } = this.#options
      this.#pings = setInterval(() => this.#send({ op: 'ping' }), pingMs)
      this.#setLine('open')
    })
    socket.addEventListener('message', ({ data }) => {
      if (socket !== this.#socket) return
      this.#failures = 0
      this.#hearLine()
      this.#findAll()
      const said = readAnswer(data)
      if (said === undefined) return
      if ('op' in said) this.#hear(said)
      else this.#take(said)
    })
    // A socket that fails to open closes as well.
    socket.addEventListener('close', ({ code }) => {
      if (socket !== this.#socket) return
      this.#lose()
      if (code === liveCloseCodes.sessionEnded) this.#options.sessionEnded?.()
    })
  }

  /** A topic that cannot be had now is asked for again; other noes will not change. */
  #hear(answer: LiveAnswer): void {
    if (answer.op === 'auth' && !answer.ok) this.#options.sessionEnded?.()
    if (answer.op !== 'error') return
    const { topic: name, code } = answer
    if (code !== 'try_again' && code !== 'unavailable') return
    const known = name && this.#topics.get(name)
    if (!name || !known) return
    // What it says next begins anew; until then what is shown of it is old.
    known.seq = undefined
    this.#missing.add(name)
    this.#setLine('lost')
    const { retryMs = RETRY_MS, retryMsMax = RETRY_MS_MAX } = this.#options
    const pauseMs = code === 'try_again' ? retryMs : retryMsMax * (0.5 + Math.random() / 2)
    setTimeout(() => {
      const topic = this.#topics.get(name)
      if (topic && topic.seq === undefined) this.#send({ op: 'sub', topic: name })
    }, pauseMs)
  }

  #take(frame: LiveFrame): void {
    const topic = this.#topics.get(frame.topic)
    if (topic === undefined) return
    if (frame.type === 'delta') {
      // Still on its way when a new snapshot was asked for, or seen before the line broke.
      if (topic.seq === undefined || frame.seq <= topic.seq) return
      if (frame.seq !== topic.seq + 1) {
        this.#restart(frame.topic, topic)
        return
      }
    }
    topic.seq = frame.seq
    if (this.#missing.delete(frame.topic)) this.#findAll()
    for (const listener of topic.listeners) listener(frame)
  }

  /** Whether every topic can be had again. */
  #findAll(): void {
    if (this.#missing.size === 0 && this.#socket?.readyState === WebSocket.OPEN) {
      this.#setLine('open')
    }
  }

  #lose(): void {
    clearTimeout(this.#silence)
    clearInterval(this.#pings)
    this.#socket = undefined
    if (this.#topics.size === 0) return
    this.#setLine('lost')
    const { retryMs = RETRY_MS, retryMsMax = RETRY_MS_MAX } = this.#options
    const pauseMs = Math.min(retryMs * 2 ** this.#failures, retryMsMax)
    this.#failures += 1
    // Not all at once: every phone lost its line at the same moment.
    this.#retry = setTimeout(
      () => {
        this.#retry = undefined
        if (this.#topics.size > 0) this.#open()
      },
      pauseMs * (0.5 + Math.random() / 2),
    )
  }

  #close(): void {
    clearTimeout(this.#retry)
    clearTimeout(this.#silence)
    clearInterval(this.#pings)
    this.#retry = undefined
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  #hearLine(): void {
    this.#heardAt = Date.now()
    const { silentMsMax = SILENT_MS_MAX } = this.#options
    this.#listenForSilence(silentMsMax)
  }

  #listenForSilence(silentMsMax: number): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => {
      const socket = this.#socket
      this.#lose()
      socket?.close()
    }, silentMsMax)
  }

  #send(message: LiveRequest): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #setLine(state: Line['state']): void {
    // 'opening' after 'lost' is still lost to who looks: the prices are as old as before.
    if (state === this.#line.state || (state === 'opening' && this.#line.state === 'lost')) return
    this.#line = { state, since: houseNow() }
    for (const listener of this.#lineListeners) listener()
  }
}
