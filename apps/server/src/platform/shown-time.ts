/** A time in the text of a refusal or a message: to the minute. */
export function shownTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
