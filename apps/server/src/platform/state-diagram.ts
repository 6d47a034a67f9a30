import type { AnyStates } from './state-machine.ts'

/** `docs/states.md`: a picture of each table of states, with what every state means. */
export function drawStates(all: readonly AnyStates[]): string {
  return [
    '# States',
    'Drawn from the tables in the code (`*.states.ts`), which the database holds, too: `npx vitest run apps/server/src/states.test.ts -u` draws it again. The dots are where a thing starts and where it ends.',
    ...all.flatMap((states) => [`## ${states.name}`, pictureOf(states), meaningsOf(states)]),
  ]
    .join('\n\n')
    .concat('\n')
}

function pictureOf({ starts, ends, transitions }: AnyStates): string {
  const lines = [
    ...starts.map((state) => `[*] --> ${state}`),
    ...Object.entries(transitions).flatMap(([event, { from, to }]) =>
      from.map((state) => `${state} --> ${to}: ${wordsOf(event)}`),
    ),
    ...ends.map((state) => `${state} --> [*]`),
  ]
  return ['```mermaid', 'stateDiagram-v2', ...lines.map((line) => `  ${line}`), '```'].join('\n')
}

function meaningsOf({ states }: AnyStates): string {
  return Object.entries(states)
    .map(([state, meaning]) => `- **${state}**: ${meaning}`)
    .join('\n')
}

/** An event is called `giveUp` in the code. */
function wordsOf(event: string): string {
  return event.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
