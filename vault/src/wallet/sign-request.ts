import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { ChainAdapter, LocalKey, RpcRequest } from '#widget/chains/chain-adapter.ts'
import type { WalletKeys } from '../core/wallet-accounts.ts'

const unsupported = () =>
  new ProviderRpcError(providerCodes.unsupportedMethod, 'This wallet does not sign on this network')

/** The key of a wallet's account in a namespace. @throws ProviderRpcError 4200 */
function localKey({ eip155, solana, polkadot }: WalletKeys, namespace: Namespace): LocalKey {
  switch (namespace) {
    case 'eip155':
      return { namespace, address: eip155.address, signDigest: eip155.signDigest }
    case 'solana':
      return { namespace, address: solana.address, signMessage: solana.signMessage }
    case 'polkadot':
      return { namespace, address: polkadot.address, signMessage: polkadot.signMessage }
    default:
      throw unsupported()
  }
}

/**
 * Signs a complete request with a key, on the connection's chain.
 * @throws ProviderRpcError 4200, −32602, 4100 as `LocalKeys.sign`.
 */
export async function signWithKey(
  adapter: Pick<ChainAdapter, 'localKeys'>,
  key: LocalKey,
  request: RpcRequest,
  chain: ChainId,
): Promise<unknown> {
  const local = await adapter.localKeys?.()
  if (local === undefined) throw unsupported()
  return local.sign(key, request, chain)
}

/** Signs a complete request with the key of the wallet's account in the adapter's namespace. @throws as `signWithKey` */
export const signRequest = async (
  adapter: Pick<ChainAdapter, 'localKeys' | 'namespace'>,
  keys: WalletKeys,
  request: RpcRequest,
  chain: ChainId,
): Promise<unknown> => signWithKey(adapter, localKey(keys, adapter.namespace), request, chain)
