/** Where the clock of this device is, such as `Asia/Dhaka`. */
export function currentTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
