import { say } from '@btbc/contract/operator/operator-text.ts'

/** That nothing more fits in: what is pasted is cut off there without a word. */
export function fullHint(text: string, most: number): string | undefined {
  return text.length >= most ? say('desk.full', { most }) : undefined
}
