import type { ConfirmWindowState } from '#widget/domain/review-queue/reviews.ts'
import { atom } from '#widget/lib/state.ts'

/**
 * What the user does in the vault: `create` the wallet's keys or bring them to this device, `keep` them by adding another way,
 * `prove` them for a change of the account, or `log-in` by a passkey.
 */
export type VaultTask = { readonly is: 'create' | 'keep' | 'prove' | 'log-in' }

/** Opens the vault for a task; undefined until its code has loaded (`app/flows/open-vault.ts`). */
export const vaultOpenerAtom = atom<{ readonly open: (task: VaultTask) => void } | undefined>(undefined)

/** Opens the vault. Call it synchronously in the user's click, or the browser blocks the window. */
export const openVaultAtom = atom(null, (get, _set, task: VaultTask) => get(vaultOpenerAtom)?.open(task))

/** The window of the vault that the user opened for a task, except for requests to sign; undefined: none. */
export const vaultWindowAtom = atom<ConfirmWindowState | undefined>(undefined)

/** How often the wallet's keys were proved for this frame's session; a view that waits for it continues. */
export const provedCountAtom = atom(0)
