import { portsAtom } from '#widget/core/ports.ts'
import type { ConfirmWindowState } from '#widget/domain/review-queue/reviews.ts'
import { type ErrorDetails, errorDetails } from '#widget/lib/error-details.ts'
import { atom } from '#widget/lib/state.ts'

/**
 * What the user does in the vault: `create` the wallet's keys or bring them to this device, `keep` them by adding another way,
 * `prove` them for a change of the account, or `log-in` by a passkey.
 */
export type VaultTask = { readonly is: 'create' | 'keep' | 'prove' | 'log-in' }

/** The vault's windows; undefined until their code has loaded (`app/flows/open-vault.ts`). */
export type VaultOpener = {
  /** Opens the vault for a task. */
  readonly open: (task: VaultTask) => void
  /** Ends the open window, unless the wallet is on this device already: what it adds then needs no view. */
  readonly leave: () => void
}
export const vaultOpenerAtom = atom<VaultOpener | undefined>(undefined)
/** What the user clicked before the code had loaded. */
const waitingTaskAtom = atom<VaultTask | undefined>(undefined)

/**
 * Opens the vault. Call it synchronously in the user's click, or the browser blocks the window. Right after a reload its code may
 * still load: the window opens then, and if the browser blocks it, the view says so.
 */
export const openVaultAtom = atom(null, (get, set, task: VaultTask): void => {
  const opener = get(vaultOpenerAtom)
  if (opener) {
    opener.open(task)
    return
  }
  set(waitingTaskAtom, task)
  const unlessLeft = (go: () => void) => {
    if (get(waitingTaskAtom) !== task) return
    set(waitingTaskAtom, undefined)
    go()
  }
  get(portsAtom)
    .flows.prepareVault()
    .then(
      () => unlessLeft(() => get(vaultOpenerAtom)?.open(task)),
      (cause: unknown) =>
        unlessLeft(() => set(vaultWindowAtom, { stage: 'failed', details: errorDetails(cause) })),
    )
})

/** Ends the window of the vault, so that the user can choose something else. */
export const leaveVaultAtom = atom(null, (get, set): void => {
  set(waitingTaskAtom, undefined)
  get(vaultOpenerAtom)?.leave()
})

/** Why what the user did in the window was not used. */
export type VaultFailure =
  | { readonly stage: 'failed'; readonly details: ErrorDetails }
  /** The passkey is of another user than the one who was to log in again. */
  | { readonly stage: 'other-user' }

/** The window of the vault that the user opened for a task, except for requests to sign; undefined: none. */
export const vaultWindowAtom = atom<ConfirmWindowState | VaultFailure | undefined>(undefined)

/** A window that a view shows in place of what opens it. */
export type ShownVaultWindow =
  | (ConfirmWindowState & { readonly stage: Exclude<ConfirmWindowState['stage'], 'closed'> })
  | VaultFailure

const isShown = (window: ConfirmWindowState | VaultFailure): window is ShownVaultWindow =>
  window.stage !== 'closed'

/**
 * The window to show; undefined also for one that was closed without a result, because the view behind it opens another one.
 * Mounted by each view that opens windows: when the user leaves it, the window ends.
 */
export const shownVaultWindowAtom = atom(
  (get): ShownVaultWindow | undefined => {
    const window = get(vaultWindowAtom)
    return window && isShown(window) ? window : undefined
  },
  (_get, set) => set(leaveVaultAtom),
)
shownVaultWindowAtom.onMount = (leave) => () => leave()

/** How often the wallet's keys were proved for this frame's session; a view that waits for it continues. */
export const provedCountAtom = atom(0)
