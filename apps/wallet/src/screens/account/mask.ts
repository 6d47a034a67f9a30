/** Addresses on a screen that others may see: enough to know one's own. */

/** 'ada.lovelace@example.test' → 'a***e@example.test' */
export function maskMail(mail: string): string {
  const at = mail.lastIndexOf('@')
  if (at < 1) return mail
  const name = mail.slice(0, at)
  return `${name.charAt(0)}***${name.length > 1 ? name.slice(-1) : ''}${mail.slice(at)}`
}

/** '+8613800138000' → '+86***8000' */
export function maskPhone(phone: string): string {
  return phone.length < 9 ? phone : `${phone.slice(0, 3)}***${phone.slice(-4)}`
}
