/**
 * One topic: numbered frames to whoever listens, and the newest of them kept, so that a listener who
 * was cut off can go on where it was.
 */

const FRAMES_KEPT = 400

export type Sink = (frame: string) => void

export type Channel = {
  readonly name: string
  /** The number of the newest frame. */
  seq(): number
  /** How many listen, or will as soon as they have their snapshot. */
  size(): number
  publish(data: unknown): void
  /** From the frame after `since` when all of them are still kept, else from a snapshot. */
  join(sink: Sink, since?: number | null): Promise<void>
  leave(sink: Sink): void
  /** Says this to all who listen, and then nothing more. */
  dismiss(saying: string): void
}

export type ChannelParts = {
  name: string
  /** Above any number this topic ever had, so that nobody resumes another server's count. */
  firstSeq: number
  framesKept?: number
  /** Publishes what is still pending: a snapshot is never older than what was sent before it. */
  flush?: () => void
  /** The whole state as of the newest frame. */
  snapshot: () => unknown
  /**
   * For state that has to be read elsewhere: runs before the snapshot, and frames published
   * meanwhile reach the new listener only as part of it.
   */
  load?: () => Promise<void>
}

export function openChannel(parts: ChannelParts): Channel {
  const { name, framesKept = FRAMES_KEPT, flush, snapshot, load } = parts
  const sinks = new Set<Sink>()
  /** They wait for their snapshot. */
  const joining = new Set<Sink>()
  let kept: string[] = []
  let seq = parts.firstSeq
  const frameOf = (type: 'snapshot' | 'delta', data: unknown): string =>
    JSON.stringify({ topic: name, seq, type, data })

  return {
    name,
    seq: () => seq,
    size: () => sinks.size + joining.size,
    publish(data) {
      seq += 1
      const frame = frameOf('delta', data)
      kept.push(frame)
      if (kept.length >= 2 * framesKept) kept = kept.slice(-framesKept)
      for (const sink of sinks) sink(frame)
    },
    async join(sink, since) {
      flush?.()
      if (typeof since === 'number' && since <= seq && since >= seq - kept.length) {
        const missed = kept.slice(kept.length - (seq - since))
        sink(JSON.stringify({ op: 'sub', topic: name, seq, resumed: true }))
        for (const frame of missed) sink(frame)
      } else {
        joining.add(sink)
        let isAwaited = false
        try {
          await load?.()
        } finally {
          isAwaited = joining.delete(sink)
        }
        // It has left meanwhile, or was told that nothing more will come.
        if (!isAwaited) return
        sink(frameOf('snapshot', snapshot()))
      }
      sinks.add(sink)
    },
    leave(sink) {
      sinks.delete(sink)
      joining.delete(sink)
    },
    dismiss(saying) {
      for (const sink of [...sinks, ...joining]) sink(saying)
      sinks.clear()
      joining.clear()
    },
  }
}
