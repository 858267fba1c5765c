import { button, element } from './elements.ts'
import { promptStyle } from './prompt-style.ts'

/** A question to the person: what is asked, by whom, and the facts to read before answering. */
export type Question = {
  readonly wallet: { readonly name: string; readonly icon: string }
  readonly title: string
  readonly facts: readonly (readonly [label: string, value: string])[]
}

export type OpenPrompt = {
  /** Resolves with the person's answer; closing the window is a no. */
  readonly answered: Promise<boolean>
  readonly answer: (approve: boolean) => void
}

let count = 0

/**
 * Shows the wallet's own window. It is a modal dialog of its own, because a page with an open modal dialog makes
 * everything else inert; an extension's window would stand outside the page.
 */
export function openPrompt({ wallet, title, facts }: Question): OpenPrompt {
  const host = document.createElement('test-wallet-prompt')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(promptStyle)
  root.adoptedStyleSheets = [sheet]

  const dialog = document.createElement('dialog')
  count += 1
  const heading = element('h2', title)
  heading.id = `test-wallet-title-${count}`
  dialog.setAttribute('aria-labelledby', heading.id)

  const icon = document.createElement('img')
  icon.alt = ''
  if (wallet.icon.startsWith('data:')) icon.src = wallet.icon
  const brand = element('header', '')
  brand.append(icon, element('span', wallet.name.slice(0, 48)))

  const list = document.createElement('dl')
  for (const [label, value] of facts) list.append(element('dt', label), element('dd', value))

  const reject = button('Reject', 'quiet')
  const approve = button('Approve', 'primary')
  const actions = element('footer', '')
  actions.append(reject, approve)
  dialog.append(brand, heading, element('p', `asked by ${location.host}`), list, actions)
  root.append(dialog)

  let answer: (approve: boolean) => void = () => undefined
  const answered = new Promise<boolean>((resolve) => {
    answer = (approve) => {
      dialog.close()
      host.remove()
      resolve(approve)
    }
  })
  reject.addEventListener('click', () => answer(false))
  approve.addEventListener('click', () => answer(true))
  dialog.addEventListener('cancel', () => answer(false))
  // Keys pressed in the wallet's window are none of the page's business.
  for (const name of ['keydown', 'keyup', 'pointerdown', 'click'] as const) {
    dialog.addEventListener(name, (event) => event.stopPropagation())
  }
  document.documentElement.append(host)
  dialog.showModal()
  approve.focus()
  return { answered, answer: (yes) => answer(yes) }
}
