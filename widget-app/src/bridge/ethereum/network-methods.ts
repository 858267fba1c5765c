import { type ChainId, chainReference } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import * as z from '#shared/zod.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import {
  configuredChainIdsAtom,
  loadNetworksAtom,
  networkTableAtom,
  selectedNetworkAtom,
} from '#widget/domain/networks/networks.ts'
import { hexChainSchema, parameter } from './parameters.ts'
import { ethereum, type RequestContext } from './request-context.ts'

/** A chain as wallets expect it: its number in hex without leading zeros. */
export const hexChain = (chain: ChainId): string => `0x${BigInt(chainReference(chain)).toString(16)}`

const switchParams = z.tuple([z.object({ chainId: hexChainSchema })])

/** Selects the wallet's chain as the host's network, if the host configures it. */
const selectNetwork = ({ get, set }: RequestContext, chain: ChainId) => {
  if (get(configuredChainIdsAtom).includes(chain)) set(selectedNetworkAtom(ethereum), chain)
}

async function knownNetwork({ get, set }: RequestContext, chain: ChainId) {
  await set(loadNetworksAtom)
  return get(networkTableAtom).get(chain)
}

const unrecognizedChain = (chain: ChainId): ProviderRpcError =>
  new ProviderRpcError(providerCodes.unrecognisedChain, `Unrecognized chain ID "${hexChain(chain)}"`)

/** A network of which only the chain is known: the wallet can switch to it; without `rpcUrls` it is never added. */
const minimalNetwork = (id: ChainId): Network => ({
  id,
  name: hexChain(id),
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
})

/**
 * `wallet_switchEthereumChain` (EIP-3326): a known chain is added first if the wallet does not have it (SPEC §4); for any
 * other chain the wallet decides. Resolves once the wallet's chain was read to be that one.
 * @throws ProviderRpcError 4902 if neither the wallet nor the widget has enough data of the chain, 4001 if rejected, −32603
 * with `data.reason` 'not-switched' if the wallet acknowledged the switch and stayed on its chain.
 */
export async function switchChain(context: RequestContext): Promise<null> {
  const { get, set, wallet } = context
  const [{ chainId: chain }] = parameter(switchParams, context.params)
  if (wallet.chain === chain) return null
  const network = (await knownNetwork(context, chain)) ?? minimalNetwork(chain)
  const { switchNetwork } = await get(portsAtom).chains.adapter(ethereum)
  if (!switchNetwork) throw unrecognizedChain(chain)
  try {
    await switchNetwork(wallet, network, { addNetwork: (request) => context.send(request) })
  } catch (error) {
    if (isWidgetError(error, 'chain/not-switched'))
      throw linkError(providerCodes.internal, error.message, 'not-switched')
    throw isWidgetError(error, 'chain/not-supported-by-wallet') ? unrecognizedChain(chain) : error
  }
  // The adapter has read the wallet's chain; some wallets emit no `chainChanged`.
  const change = { is: 'chain', chain } as const
  set(dispatchConnectionEventAtom, ethereum, { is: 'changed', handle: wallet.handle, change })
  selectNetwork(context, chain)
  return null
}

/**
 * `wallet_addEthereumChain` (EIP-3085). Records of the deployment and the bundled table take precedence over the host's,
 * because no host may rename a known chain or its currency; a host-defined chain is reviewed.
 */
export async function addChain({ send, params }: RequestContext): Promise<null> {
  await send({ method: 'wallet_addEthereumChain', params })
  return null
}
