import { button, element } from './elements.ts'
import { promptStyle } from './prompt-style.ts'

/** The content of a prompt: the wallet, a title, and the facts that the user reads before deciding. */
export type PromptContent = {
  readonly wallet: { readonly name: string; readonly icon: string }
  readonly title: string
  readonly facts: readonly (readonly [label: string, value: string])[]
}

export type OpenPrompt = {
  /** Resolves with the user's decision; closing the prompt rejects the request. */
  readonly decision: Promise<boolean>
  readonly decide: (approve: boolean) => void
}

let count = 0

/**
 * Opens the wallet's prompt. It is a modal dialog, because another open modal dialog of the page makes everything else inert.
 * The prompt of an extension would be outside the page.
 */
export function openPrompt({ wallet, title, facts }: PromptContent): OpenPrompt {
  const host = document.createElement('test-wallet-prompt')
  const root = host.attachShadow({ mode: 'open' })
  const stylesheet = new CSSStyleSheet()
  stylesheet.replaceSync(promptStyle)
  root.adoptedStyleSheets = [stylesheet]

  const dialog = document.createElement('dialog')
  count += 1
  const heading = element('h2', title)
  heading.id = `test-wallet-title-${count}`
  dialog.setAttribute('aria-labelledby', heading.id)

  const icon = document.createElement('img')
  icon.alt = ''
  if (wallet.icon.startsWith('data:')) icon.src = wallet.icon
  const header = element('header', '')
  header.append(icon, element('span', wallet.name.slice(0, 48)))

  const list = document.createElement('dl')
  for (const [label, value] of facts) list.append(element('dt', label), element('dd', value))

  const reject = button('Reject', 'quiet')
  const approve = button('Approve', 'primary')
  const actions = element('footer', '')
  actions.append(reject, approve)
  dialog.append(header, heading, element('p', `asked by ${location.host}`), list, actions)
  root.append(dialog)

  let decide: (approve: boolean) => void = () => undefined
  const decision = new Promise<boolean>((resolve) => {
    decide = (approve) => {
      dialog.close()
      host.remove()
      resolve(approve)
    }
  })
  reject.addEventListener('click', () => decide(false))
  approve.addEventListener('click', () => decide(true))
  dialog.addEventListener('cancel', () => decide(false))
  // Input events of the prompt must not reach the page's listeners.
  for (const name of ['keydown', 'keyup', 'pointerdown', 'click'] as const) {
    dialog.addEventListener(name, (event) => event.stopPropagation())
  }
  document.documentElement.append(host)
  dialog.showModal()
  approve.focus()
  return { decision, decide: (isApproved) => decide(isApproved) }
}
