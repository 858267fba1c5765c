import type { MessageKey } from '#widget/lib/i18n/translate.ts'
import type { VaultScreen } from '../document/vault-screen.ts'
import type { FrameScreen } from '../spending/frame-screen.ts'

/** A screen of the vault's window, or of its frame in the widget, with made-up content. */
export type VaultSample = SampleFacts & (WindowSample | FrameSample)

type WindowSample = { readonly screen: VaultScreen; readonly frame?: never }
type FrameSample = { readonly screen?: never; readonly frame: FrameScreen }

type SampleFacts = {
  /** What it belongs to, as a heading of the list. */
  readonly group: `Vault${string}`
  /** Unique in its group. */
  readonly state: string
  /** Number that a window shows which has no opener. */
  readonly comparison?: string
  /** False: of a window that no site has opened, as by the code of another device. */
  readonly isOfSite?: boolean
  /** The state of the widget's review that a `review`, or the frame, shows. */
  readonly review?: string
  /** What the user types into the screen's field first. */
  readonly typed?: string
  /** The button that the user presses then, by its text. */
  readonly pressed?: MessageKey
}
