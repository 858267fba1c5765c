import type { AccountEntry, BridgeState } from '../../../shared/channel/records/entries.ts'
import type { Drawbridge } from '../drawbridge.ts'
import { chooseLanguage } from '../language.ts'

/** Styles of the button. A page changes them by the widget's CSS variables and by `::part(button)`. */
const styles = `
:host { display: inline-block; color-scheme: light dark }
:host([hidden]) { display: none }
button {
  --accent: var(--drawbridge-accent, #0076d3);
  box-sizing: border-box;
  min-block-size: 44px;
  max-inline-size: 100%;
  padding: 0 20px;
  border: 1px solid transparent;
  border-radius: calc(var(--drawbridge-border-radius-master, 4px) * 3);
  background: var(--accent);
  color: #fff;
  color: oklch(from var(--accent) clamp(0, (0.57 - l) * 1000, 1) 0 0);
  font: 550 calc(var(--drawbridge-font-size-master, 10px) * 1.5) / 1.35 var(--drawbridge-font-family, system-ui, sans-serif);
  font-variant-numeric: tabular-nums;
  cursor: pointer;
  transition: filter 125ms;
}
button:hover { filter: brightness(1.08) }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
button[data-connected] {
  background: light-dark(#fff, #1b1d20);
  border-color: light-dark(#0003, #fff4);
  color: light-dark(#16181b, #f2f3f4);
}
:host([theme='light']) { color-scheme: light }
:host([theme='dark']) { color-scheme: dark }
@media (prefers-reduced-motion: reduce) { button { transition: none } }
`

/** The account whose address the button shows: of the active namespace, else the first. */
const displayedAccount = ({ accounts, activeNamespace }: BridgeState): AccountEntry | undefined =>
  accounts.find(({ namespace }) => namespace === activeNamespace) ?? accounts[0]

const shortAddress = (address: string) => `${address.slice(0, 6)}…${address.slice(-6)}`

type ButtonTexts = { readonly connect: string; readonly connecting: string; readonly open: string }

/** Texts of the button by language, in the languages of the widget. */
const texts: Readonly<Record<string, ButtonTexts>> = {
  en: { connect: 'Connect wallet', connecting: 'Connecting…', open: 'open wallet' },
  ar: { connect: 'ربط محفظة', connecting: 'جارٍ الاتصال…', open: 'افتح المحفظة' },
}

/** The first requested language (BCP 47) for which the button has texts, compared without region; else English. */
export const buttonLanguage = (requestedTags: readonly string[]): string =>
  chooseLanguage(requestedTags, texts)

/** Text of the button in a language, and its accessible name if the text is only an address. `label` replaces "connect". */
export function buttonText(
  state: BridgeState,
  language: string,
  label: string | null = null,
): { text: string; name?: string } {
  const { connect, connecting, open } = texts[language] ?? { connect: '', connecting: '', open: '' }
  const account = displayedAccount(state)
  if (account)
    return { text: shortAddress(account.address), name: `${shortAddress(account.address)}, ${open}` }
  return { text: state.status === 'connecting' ? connecting : (label ?? connect) }
}

/**
 * Defines `<drawbridge-button label="Connect wallet" lang="ar" theme="light|dark">`, which opens the modal of a bridge
 * and shows the connected account. Its language is its own `lang`, else `locale`, else the browser's, as in the widget. Does
 * nothing if the page has already defined an element of that name.
 */
export function defineButton(bridge: Drawbridge, locale?: string): void {
  if (customElements.get('drawbridge-button')) return

  class DrawbridgeButton extends HTMLElement {
    static readonly observedAttributes = ['label', 'lang']
    readonly #button = document.createElement('button')
    #stop = () => {}

    constructor() {
      super()
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(styles)
      const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
      // A strict content security policy allows constructed sheets, but no style elements.
      root.adoptedStyleSheets = [sheet]
      const attributes = { type: 'button', part: 'button', 'aria-haspopup': 'dialog' }
      for (const [name, value] of Object.entries(attributes)) this.#button.setAttribute(name, value)
      root.append(this.#button)
    }

    connectedCallback(): void {
      // Marks an opener: the script tag opens the modal on its clicks, and a pointer over it preloads the frame.
      this.dataset.drawbridgeOpen = ''
      this.#stop = bridge.subscribe('state', () => this.#draw())
    }

    disconnectedCallback(): void {
      this.#stop()
    }

    attributeChangedCallback(): void {
      this.#draw()
    }

    #draw(): void {
      const { state } = bridge
      const language = buttonLanguage([this.lang, locale ?? '', ...navigator.languages])
      const { text, name } = buttonText(state, language, this.getAttribute('label'))
      this.#button.lang = language
      this.#button.dir = language === 'ar' ? 'rtl' : 'ltr'
      this.#button.textContent = text
      this.#button.ariaLabel = name ?? null
      this.#button.ariaBusy = state.status === 'connecting' ? 'true' : null
      this.#button.toggleAttribute('data-connected', name !== undefined)
    }
  }
  customElements.define('drawbridge-button', DrawbridgeButton)
}
