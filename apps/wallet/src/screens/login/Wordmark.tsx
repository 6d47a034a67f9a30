import { useText } from '#i18n/text.ts'

/** The name under its sign: a dial, a third of the way round. */
export function Wordmark() {
  const t = useText()
  return (
    <div className="grid justify-items-center gap-1 pt-4 pb-2 text-center">
      <svg viewBox="0 0 96 96" width="72" height="72" aria-hidden className="text-ac">
        <circle cx="48" cy="48" r="32" fill="none" className="stroke-s3" strokeWidth="7" />
        <path
          d="M48 16a32 32 0 0 1 27.7 48"
          fill="none"
          stroke="currentColor"
          strokeWidth="7"
          strokeLinecap="round"
        />
        <path
          d="M48 2v6M48 88v6M2 48h6M88 48h6"
          className="stroke-ctl"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
      <p className="text-display font-semibold tracking-wide">BTBC</p>
      <p className="text-small text-mut">{t('session.tagline')}</p>
    </div>
  )
}
