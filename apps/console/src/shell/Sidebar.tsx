import { logOutOperator } from '@btbc/contract/operator/access.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { listWaiting } from '@btbc/contract/operator/report.ts'
import { isAllowed, readers, type Work } from '@btbc/contract/operator/rights.ts'
import { IconButton } from '@btbc/ui/IconButton.tsx'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronDown, LogOut, Moon, Sun } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'

import { client } from '#api/call.ts'
import { queryClient, useCall } from '#api/query.ts'
import { keepDraftsOf } from '#desk/drafts.ts'
import { useOperator } from '#desk/operator.ts'
import { time } from '#format.ts'
import { paths } from '#paths.ts'
import { dropToken } from '#session.ts'
import { useEscape } from '#shell/focus.ts'
import { menu, menuOf } from '#shell/menu.ts'
import { turnTheme, useTheme } from '#theme.ts'

export function Sidebar() {
  const waiting = useWaiting()
  const [isOpen, setOpen] = useState(false)
  const here = useLocation({ select: ({ pathname }) => pathname })
  const me = useOperator()
  const header = useRef<HTMLElement>(null)
  const menuPlace = useRef<HTMLElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  useEscape(header, () => {
    if (isOpen) close()
  })
  // Links within a screen lead to places that the menu may not show just now. Who is here takes room from it.
  useEffect(() => {
    if (me?.id === undefined) return
    if (menuPlace.current) showIn(menuPlace.current, `[href$="${here}"]`)
  }, [here, me?.id])
  return (
    <header
      ref={header}
      className="lg:sticky lg:top-7 lg:flex lg:h-[calc(100dvh-1.75rem)] lg:flex-col lg:border-r lg:border-line"
    >
      <div className="flex items-center justify-between px-4 pt-3 lg:px-5 lg:pt-5">
        <p className="text-section font-semibold">
          BTBC <span className="text-mut">{say('shell.console')}</span>
        </p>
        <div className="lg:hidden">
          <Leave />
        </div>
      </div>
      <MenuButton opener={opener} isOpen={isOpen} onPress={() => setOpen(!isOpen)} />
      <nav
        ref={menuPlace}
        id={MENU}
        aria-label={say('shell.consoleMenu')}
        className={clsx(
          'px-2 py-2 scroll-hint-y lg:min-h-0 lg:flex-1 lg:overflow-y-auto lg:px-3 lg:py-2',
          !isOpen && 'max-lg:hidden',
        )}
      >
        <ul className="grid grid-cols-2 gap-1 lg:grid-cols-1 lg:gap-0.5">
          {(me ? menuOf(me.roles) : menu).map(({ to, name, icon: Icon, works }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={close}
                activeOptions={{ exact: true, includeSearch: false }}
                activeProps={{ className: 'bg-s3 font-semibold text-tx' }}
                inactiveProps={{ className: 'text-mut' }}
                className="press flex min-h-11 items-center gap-2.5 rounded-control px-2.5 lg:min-h-8 lg:px-3"
              >
                <Icon size={18} aria-hidden className="shrink-0 max-lg:hidden" />
                <span className="flex-1">{name}</span>
                <Waiting count={waiting(works)} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="hidden px-5 pt-2 pb-5 lg:grid">
        <WhoIsHere />
        <Leave />
      </div>
    </header>
  )
}

const MENU = 'menu'

/**
 * Scrolls a list until one of its own is in sight. The browser's own way would also let Tab begin there,
 * behind the link to the content.
 */
function showIn(list: HTMLElement, which: string): void {
  const place = list.querySelector(which)?.getBoundingClientRect()
  if (!place) return
  const { top, bottom } = list.getBoundingClientRect()
  list.scrollTop += Math.min(0, place.top - top) + Math.max(0, place.bottom - bottom)
}

type MenuButtonProps = {
  opener: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onPress: () => void
}

/** On a phone the menu would fill the screen: it opens under the name of where one is. */
function MenuButton({ opener, isOpen, onPress }: MenuButtonProps) {
  const here = useLocation({ select: ({ pathname }) => pathname })
  const waiting = useWaiting()
  const all = menu.flatMap(({ works = [] }) => works)
  return (
    <button
      ref={opener}
      type="button"
      aria-expanded={isOpen}
      aria-controls={MENU}
      onClick={onPress}
      className="press mx-4 mt-2 flex min-h-11 w-[calc(100%-2rem)] items-center gap-2.5 rounded-control border border-ctl px-3 lg:hidden"
    >
      <span className="text-mut">{say('shell.menu')}</span>
      <span className="flex-1 text-start font-semibold">
        {menu.find(({ to }) => to === here)?.name}
      </span>
      <Waiting count={waiting(all)} />
      <ChevronDown
        size={18}
        aria-hidden
        className={clsx('shrink-0 transition-transform', isOpen && 'rotate-180')}
      />
    </button>
  )
}

function Waiting({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="num rounded-chip bg-acf px-2 text-label font-semibold text-onac">
      {count}
      <span className="sr-only"> {say('shell.waiting')}</span>
    </span>
  )
}

/** How much waits behind an item of the menu. */
function useWaiting() {
  const roles = useOperator()?.roles ?? []
  const waiting = useCall(listWaiting, {}, { enabled: isAllowed(roles, readers) })
  return (works: readonly Work[] = []): number =>
    (waiting.data ?? [])
      .filter(({ work }) => works.includes(work))
      .reduce((sum, each) => sum + each.waiting, 0)
}

function WhoIsHere() {
  const me = useOperator()
  if (!me) return null
  const { name, roles, session_ends_at: endsAt } = me
  return (
    <div className="text-small">
      <p className="font-semibold">{name}</p>
      <p className="text-mut">{roles.join(', ')}</p>
      <p className="num text-sub">{say('shell.sessionUntil', { time: time(endsAt) })}</p>
    </div>
  )
}

function Leave() {
  const theme = useTheme()
  const navigate = useNavigate()

  async function leave() {
    await client.send(logOutOperator, {}).catch(() => undefined)
    dropToken()
    keepDraftsOf(undefined)
    queryClient.clear()
    await navigate({ to: paths.login() })
  }

  return (
    <div className="-ml-3 flex">
      <IconButton
        label={theme === 'day' ? say('shell.darkTheme') : say('shell.lightTheme')}
        onClick={turnTheme}
      >
        {theme === 'day' ? <Moon size={18} aria-hidden /> : <Sun size={18} aria-hidden />}
      </IconButton>
      <IconButton label={say('shell.logOut')} onClick={() => void leave()}>
        <LogOut size={18} aria-hidden />
      </IconButton>
    </div>
  )
}
