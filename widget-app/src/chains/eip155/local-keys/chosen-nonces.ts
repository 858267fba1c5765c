import type { ChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { quantitySchema } from '../hex.ts'

/** The part of a complete transaction that says where its nonce counts. */
type NonceUse = { readonly from: string; readonly chain: ChainId; readonly nonce: bigint | undefined }

/** The next nonce of an account, with the transactions in the node's pool. */
export const readNextNonce = (rpc: JsonRpc, account: string): Promise<bigint> =>
  rpc('eth_getTransactionCount', [account, 'pending'], quantitySchema)

const keyOf = ({ from, chain, nonce }: NonceUse): string => `${from}|${chain}|${nonce}`

/**
 * Nonces that the wallet, not a dApp, has chosen for requests which are still open. Another tab, or another site, may send a
 * transaction of the account while the user reads this one: with the same nonce and higher fees, this one would replace it.
 */
export type ChosenNonces = {
  readonly add: (use: NonceUse) => void
  /**
   * Ends a request's claim to its nonce, before the request is sent.
   * @throws ProviderRpcError −32000 if the wallet chose the nonce, and the account has used it since; WidgetError `http/*`.
   */
  readonly requireUnused: (rpc: JsonRpc, use: NonceUse) => Promise<void>
}

/** @param chosen the store, empty at first. */
export function createChosenNonces(chosen: Set<string>): ChosenNonces {
  return {
    add: (use) => void chosen.add(keyOf(use)),
    requireUnused: async (rpc, use) => {
      if (!chosen.delete(keyOf(use))) return
      if ((await readNextNonce(rpc, use.from)) === use.nonce) return
      throw new ProviderRpcError(
        providerCodes.server,
        'Nothing was sent: the account has sent another transaction since. Try again',
      )
    },
  }
}
