import type { ChainId } from '#shared/caip/chain-id.ts'
import { deployConfigAtom } from '#widget/core/config.ts'
import { atom } from '#widget/lib/state.ts'
import { ownFactsSlotAtom } from './own-facts-slot.ts'

/**
 * Who may pay the fee of a wallet's transaction on a chain, as the deployment names it; undefined: only the user. The paymaster
 * decides about each transaction, before the user confirms it.
 */
export const feeSponsorAtom = atom((get) => {
  const { sponsorship } = get(deployConfigAtom)
  const factsOf = get(get(ownFactsSlotAtom))
  return (walletId: string, chain: ChainId): string | undefined =>
    sponsorship?.chains.includes(chain) && factsOf?.(walletId)?.type === 'smartAccount'
      ? sponsorship.name
      : undefined
})
