import { rpcTreatment } from '#shared/channel/rpc-policy.ts'
import { texts } from '#shared/errors/codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { rpcApiAtom } from '#widget/kernel/config.ts'
import { connectionsAtom, heldConnection } from '#widget/kernel/connections.ts'
import { currentChainAtom } from '#widget/kernel/networks.ts'
import { portsAtom } from '#widget/kernel/ports.ts'
import { atom } from '#widget/lib/state.ts'
import { readFromGateway } from './rpc-gateway.ts'

const namespace = 'eip155'

export type DappRequest = { readonly method: string; readonly params?: unknown; readonly signal: AbortSignal }

const listOf = (params: unknown): readonly unknown[] => {
  if (params === undefined) return []
  if (Array.isArray(params)) return params
  throw new ProviderRpcError(providerCodes.invalidParams, 'params must be a list')
}

/**
 * Answers one EIP-1193 request of the dApp by the policy table: reads go to the RPC gateway, wallet methods to the
 * connected wallet, anything else is refused (SPEC §6).
 * @throws ProviderRpcError 4200 'Requested RPC call is not allowed', 4100 when nobody is connected, or the wallet's own.
 */
export const answerDappAtom = atom(
  null,
  async (get, _set, { method, params, signal }: DappRequest): Promise<unknown> => {
    const treatment = rpcTreatment(method)
    if (treatment === 'refused')
      throw new ProviderRpcError(providerCodes.unsupportedMethod, texts.rpcNotAllowed)
    const ports = get(portsAtom)
    const chain = get(currentChainAtom(namespace))
    if (method === 'eth_chainId' && chain)
      return `0x${BigInt(chain.slice(namespace.length + 1)).toString(16)}`
    if (treatment === 'read') {
      if (!chain) throw new ProviderRpcError(providerCodes.chainDisconnected, texts.noChainId)
      return readFromGateway(ports, get(rpcApiAtom), chain, { method, params: listOf(params) }, signal)
    }
    const connection = heldConnection(get(connectionsAtom)[namespace])
    if (!connection) throw new ProviderRpcError(providerCodes.unauthorized, 'Connect a wallet first')
    const adapter = await ports.chains.adapter(namespace)
    return adapter.request(connection, { method, params: listOf(params) }, { signal })
  },
)
