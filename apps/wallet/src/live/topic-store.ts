import type { LiveData, LiveFrame, LiveTopic } from '@btbc/contract/live.ts'

import { live } from '#live/live.ts'

/** What a topic has come to, for useSyncExternalStore. */
export type TopicStore<State> = {
  subscribe: (listener: () => void) => () => void
  get: () => State
}

/**
 * Folds every frame at once and shows the newest state once a frame of the screen: a hundred changes
 * between two frames are drawn once.
 */
export function topicStore<State, Topic extends LiveTopic>(
  topic: Topic,
  initial: State,
  fold: (state: State, frame: LiveFrame<LiveData<Topic>>) => State,
): TopicStore<State> {
  let folded = initial
  let shown = initial
  let frame = 0
  let leave: (() => void) | undefined
  const listeners = new Set<() => void>()
  function commit() {
    frame = 0
    shown = folded
    for (const listener of listeners) listener()
  }
  function subscribe(listener: () => void) {
    listeners.add(listener)
    leave ??= live().follow(topic, (said) => {
      folded = fold(folded, said)
      if (frame === 0) frame = requestAnimationFrame(commit)
    })
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      leave?.()
      leave = undefined
    }
  }
  return { subscribe, get: () => shown }
}
