import type { ChainId } from '#shared/caip/chain-id.ts'
import type { AccountType } from '#shared/config/account-types.ts'
import type { BatchSupport } from '#widget/chains/chain-adapter.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { preferredAccountTypeAtom } from '#widget/domain/embedded-wallet/account-type.ts'
import { chainBatchSupportAtom } from '#widget/domain/embedded-wallet/batches.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { type ErrorDetails, errorDetails } from '#widget/lib/error-details.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'

/** Whether the user's account is upgraded on a chain, or can be. */
export type UpgradeStatus =
  | { readonly is: 'loading' }
  | { readonly is: BatchSupport }
  | { readonly is: 'failed'; readonly details: ErrorDetails }

/** The status on a chain; it is read when it mounts, and again when it is written. */
export const upgradeStatusAtom = atomFamily((chain: ChainId) => {
  const stateAtom = atom<UpgradeStatus>({ is: 'loading' })
  const statusAtom = atom(
    (get) => get(stateAtom),
    async (get, set): Promise<void> => {
      const account = get(embeddedSessionAtom)?.account.accounts?.eip155
      if (account === undefined) return
      set(stateAtom, { is: 'loading' })
      try {
        set(stateAtom, { is: await set(chainBatchSupportAtom, account, chain) })
      } catch (cause) {
        set(stateAtom, { is: 'failed', details: errorDetails(cause) })
      }
    },
  )
  statusAtom.onMount = (read) => {
    void read()
  }
  return statusAtom
})

/** Selects a type, for the requests of the site from then on. `chain`: the current one, for the event. */
export const selectAccountTypeAtom = atom(
  null,
  (get, set, accountType: AccountType, chain: ChainId): void => {
    if (get(preferredAccountTypeAtom) === accountType) return
    set(preferredAccountTypeAtom, accountType)
    set(trackEventAtom, { event: 'SET_PREFERRED_ACCOUNT_TYPE', properties: { accountType, network: chain } })
  },
)
