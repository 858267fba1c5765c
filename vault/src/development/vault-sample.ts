import type { MessageKey } from '#widget/lib/i18n/translate.ts'
import type { VaultScreen } from '../document/vault-screen.ts'

/** A screen of the vault with made-up content. */
export type VaultSample = {
  /** What it belongs to, as a heading of the list. */
  readonly group: `Vault${string}`
  /** Unique in its group. */
  readonly state: string
  readonly screen: VaultScreen
  /** Number that a window shows which has no opener. */
  readonly comparison?: string
  /** False: of a window that no site has opened, as by the code of another device. */
  readonly isOfSite?: boolean
  /** The state of the widget's review that a `review` shows. */
  readonly review?: string
  /** What the user types into the screen's field first. */
  readonly typed?: string
  /** The button that the user presses then, by its text. */
  readonly pressed?: MessageKey
}
