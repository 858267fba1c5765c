import { viewStackAtom } from '#widget/core/view-stack.ts'
import { atom } from '#widget/lib/state.ts'

/**
 * What follows a hash (SPEC §2): after a token send Account takes the place of the send views and the transaction
 * entry is pushed; a native send leaves the view stack as it is.
 */
export const afterSendAtom = atom(
  null,
  (_get, set, { journalId, isNative }: { readonly journalId: string; readonly isNative: boolean }) => {
    if (isNative) return
    set(viewStackAtom, { to: 'reset', view: { name: 'Account' } })
    set(viewStackAtom, { to: 'push', view: { name: 'Transaction', id: journalId } })
  },
)
