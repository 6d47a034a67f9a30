import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

import type { AskNode } from '#screens/proof/on-chain.ts'
import { useShownTheme } from '#theme.ts'

/**
 * The document in which the address of another node is typed and that node is asked: framed, without an
 * origin, and alone in being allowed to ask anywhere (docs/decisions/077).
 */
export const NODE_PAGE = '/another-node.html'

export type NodeFault =
  | 'no_address'
  | 'http'
  | 'unreachable'
  | 'no_cors'
  | 'slow'
  | 'not_node'
  | 'other_chain'
  | 'no_block'

/** Why a node cannot be asked, or what it is not. */
export class NodeFailed extends Error {
  readonly code: NodeFault
  readonly chain: string

  constructor(code: NodeFault, chain = '') {
    super(code)
    this.code = code
    this.chain = chain
  }
}

type Frame = RefObject<HTMLIFrameElement | null>
type Look = {
  texts: Record<string, string>
  wrong: string | null
  isBusy: boolean
  language: string
}
type Said =
  | { kind: 'ready' }
  | { kind: 'height'; height: number }
  | { kind: 'pressed'; node: string }
  | { kind: 'refused'; code: NodeFault }
  | { kind: 'answer'; id: number; answers?: unknown[]; code?: NodeFault }
type Waiting = { done: (answers: unknown[]) => void; fail: (error: NodeFailed) => void }

const QUESTIONS_AT_ONCE = 25
/** The document gives up after ten seconds. */
const ANSWER_MS_MAX = 25_000
const COLOURS = ['--tx', '--mut', '--sub', '--dn', '--ac', '--ctl', '--s2']
const HEX = /^0x[0-9a-fA-F]*$/
/** The longest is the code of a contract. */
const LETTERS_MAX = 100_000

/** Keeps what is framed as it looks here, and hears when a person there asks for a node. */
export function useNodeFrame(
  frame: Frame,
  look: Look,
  told: { pressed: (node: string, ask: AskNode) => void; refused: (code: NodeFault) => void },
): number {
  const [height, setHeight] = useState(0)
  const [isReady, setReady] = useState(false)
  const waiting = useRef(new Map<number, Waiting>())
  const theme = useShownTheme()
  const shown = JSON.stringify({ ...look, theme: theme === 'day' ? 'light' : 'dark' })
  useEffect(() => {
    if (isReady)
      tell(frame, { kind: 'look', colours: coloursNow(), ...(JSON.parse(shown) as Look) })
  }, [frame, isReady, shown])

  const hear = useEffectEvent(({ source, data }: MessageEvent<Said>) => {
    if (source === null || source !== frame.current?.contentWindow) return
    if (data.kind === 'ready') setReady(true)
    if (data.kind === 'height') setHeight(data.height)
    if (data.kind === 'refused') told.refused(data.code)
    if (data.kind === 'pressed') told.pressed(data.node, inParts(askerOf(frame, waiting.current)))
    if (data.kind === 'answer') {
      const { done, fail } = waiting.current.get(data.id) ?? {}
      waiting.current.delete(data.id)
      if (data.answers) done?.(data.answers)
      else fail?.(new NodeFailed(data.code ?? 'not_node'))
    }
  })
  useEffect(() => {
    const listener = (event: MessageEvent<Said>) => hear(event)
    addEventListener('message', listener)
    return () => removeEventListener('message', listener)
  }, [])
  return height
}

/** It has no origin that could be named; what it is shown and asked is no secret. */
function tell(frame: Frame, message: object): void {
  frame.current?.contentWindow?.postMessage(message, '*')
}

/** As they are on screen, by day or by night. */
function coloursNow(): Record<string, string> {
  const style = getComputedStyle(document.documentElement)
  return Object.fromEntries(COLOURS.map((name) => [name, style.getPropertyValue(name).trim()]))
}

let last = 0

function askerOf(frame: Frame, waiting: Map<number, Waiting>): AskNode {
  return (questions) =>
    new Promise((done, fail) => {
      const id = (last += 1)
      waiting.set(id, { done, fail })
      setTimeout(() => fail(new NodeFailed('slow')), ANSWER_MS_MAX)
      tell(frame, { kind: 'questions', id, questions })
    })
}

/** As many at once as nodes take, and only answers that have the shape of one. */
function inParts(ask: AskNode): AskNode {
  return async (questions) => {
    const answers: unknown[] = []
    for (let at = 0; at < questions.length; at += QUESTIONS_AT_ONCE) {
      const some = questions.slice(at, at + QUESTIONS_AT_ONCE)
      const told = await ask(some)
      if (told.length !== some.length) throw new NodeFailed('not_node')
      answers.push(...told.map(asAnswer))
    }
    return answers
  }
}

/** Hexadecimal, the number and hash of a block, or null for what the node does not know. */
function asAnswer(told: unknown): unknown {
  if (told === null || isHex(told)) return told
  if (typeof told === 'object' && 'number' in told && 'hash' in told) {
    const { number, hash } = told
    if (isHex(number) && isHex(hash)) return { number, hash }
  }
  throw new NodeFailed('not_node')
}

const isHex = (told: unknown): told is string =>
  typeof told === 'string' && told.length <= LETTERS_MAX && HEX.test(told)
