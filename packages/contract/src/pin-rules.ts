/** Six of one digit, a run up or down, or two or three digits over and over. */
export function isEasyPin(pin: string): boolean {
  const isRun = '01234567890'.includes(pin) || '09876543210'.includes(pin)
  return isRun || /^(\d{1,3})\1+$/.test(pin)
}
