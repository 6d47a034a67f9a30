import { newKey } from '@btbc/client/client.ts'
import { Field } from '@btbc/ui/Field.tsx'
import { IconButton } from '@btbc/ui/IconButton.tsx'
import { RefreshCw } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { useText } from '#i18n/text.ts'

type CaptchaProps = {
  /** Names the picture. */
  nonce: string
  value: string
  onChange: (value: string) => void
  /** Asks for another picture: give it another nonce. */
  onRefresh: (nonce: string) => void
  error?: string | undefined
  /** What to do for those who cannot read it. */
  hint: ReactNode
}

/** Characters to copy from a picture. Each picture is good for one try. */
export function Captcha({ nonce, value, onChange, onRefresh, error, hint }: CaptchaProps) {
  const t = useText()
  const [failed, setFailed] = useState('')
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-2">
        <span className="grid min-h-16 w-41.5 place-items-center overflow-hidden rounded-control border border-ctl bg-paper p-1.5">
          {failed === nonce ? (
            <span className="px-2 text-center text-small text-ink">
              {t('session.captchaFailed')}
            </span>
          ) : (
            <img
              src={`/captcha?t=${nonce}`}
              alt={t('session.captchaPicture')}
              width={150}
              height={50}
              onError={() => setFailed(nonce)}
            />
          )}
        </span>
        <IconButton label={t('session.captchaRefresh')} onClick={() => onRefresh(newKey())}>
          <RefreshCw size={20} aria-hidden className="text-mut" />
        </IconButton>
      </div>
      <Field
        label={t('session.captcha')}
        value={value}
        onChange={(event) => onChange(event.target.value.replaceAll(/\s/g, ''))}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={12}
        error={error}
        hint={hint}
      />
    </div>
  )
}
