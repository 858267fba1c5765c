import { viewStackAtom } from '#widget/core/view-stack.ts'
import { atom } from '#widget/lib/state.ts'

/**
 * Continues after a transaction hash (SPEC §2): after a token transfer, Account replaces the send views and the transaction
 * entry is pushed; a native transfer leaves the view stack unchanged.
 */
export const afterSendAtom = atom(
  null,
  (_get, set, { journalId, isNative }: { readonly journalId: string; readonly isNative: boolean }) => {
    if (isNative) return
    set(viewStackAtom, { to: 'reset', view: { name: 'Account' } })
    set(viewStackAtom, { to: 'push', view: { name: 'Transaction', id: journalId } })
  },
)
