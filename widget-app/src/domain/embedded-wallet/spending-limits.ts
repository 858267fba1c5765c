import { recordId } from '#shared/api/embedded-account.ts'
import { vaultPaymentPath } from '#shared/config/vault-path.ts'
import { optional } from '#shared/wire-schema.ts'
import { deployConfigAtom, hostConfigAtom, projectIdAtom } from '#widget/core/config.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'
import { embeddedSessionAtom } from './session.ts'

const storedUserAtom = storedAtom<string | undefined>(
  scopedKey('spendingLimitUser'),
  () => optional(recordId),
  undefined,
)

const currentUserId = (get: Getter): string | undefined => get(embeddedSessionAtom)?.account.userId

/**
 * Whether the user has a spending limit on this site, as far as this widget knows. Only the vault's frame knows it: this decides whether
 * the frame is asked.
 */
export const hasSpendingLimitAtom = atom(
  (get): boolean => {
    const userId = currentUserId(get)
    return userId !== undefined && get(storedUserAtom) === userId
  },
  (get, set, hasLimit: boolean) => set(storedUserAtom, hasLimit ? currentUserId(get) : undefined),
)

/**
 * URL of the vault's document in a frame of this one; undefined where this document cannot frame it, and in a page's own container
 * (`embedded`): the container is as high as its content, and the frame as its document.
 */
export function paymentDocument(get: Getter): string | undefined {
  const { vaultUrl, framesOthers } = get(deployConfigAtom)
  if (vaultUrl === undefined || !framesOthers || get(hostConfigAtom).embedded) return undefined
  return `${vaultUrl}${vaultPaymentPath}${encodeURIComponent(get(projectIdAtom))}`
}

/**
 * Loads the vault's frame out of sight, for the limit that its window may set; resolves to its index among the frames of this document.
 * Undefined until the code of our own wallet has loaded.
 */
export const limitFrameSlotAtom = atom<{ readonly load: () => Promise<number> } | undefined>(undefined)
