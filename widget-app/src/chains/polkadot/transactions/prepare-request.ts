import { texts } from '#shared/errors/codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { Connection, PreparedRequest, RpcRequest, WalletTransport } from '../../chain-adapter.ts'
import type { Nodes } from '../nodes.ts'
import { requestSignature, walletRequest } from '../wallet/handle-dapp-request.ts'
import {
  parseMessage,
  parsePayload,
  type RequestedMessage,
  type RequestedPayload,
} from '../wallet/signer-payload.ts'

/** Ports of prepared requests. */
export type PreparePorts = {
  readonly transport: WalletTransport
  readonly nodes: Nodes
  readonly clock: AdapterPorts['clock']
  readonly knownNetwork?: AdapterPorts['knownNetwork']
  /** Loads the request decoder. */
  readonly review: () => Promise<typeof import('../decode/review.ts')>
}

/**
 * Requests about the runtimes that the extension knows. They sign nothing and concern no account, so they pass without a
 * review (`docs/security.md` explains for each why an attacker gains nothing).
 */
export const passThroughMethods: readonly string[] = [
  'injectedWeb3:metadata.get',
  'injectedWeb3:metadata.provide',
]

/** @throws ProviderRpcError 4200 for other methods, −32602, 4100. */
export function parseRequest(
  connection: Connection,
  { method, params }: RpcRequest,
): RequestedPayload | RequestedMessage {
  if (method === 'injectedWeb3:signPayload') return parsePayload(connection, params)
  if (method === 'injectedWeb3:signRaw') return parseMessage(connection, params)
  throw new ProviderRpcError(providerCodes.unsupportedMethod, texts.rpcNotAllowed)
}

/**
 * Parses a dApp request once; decoder, dry run, wallet and verification use that value.
 * @throws ProviderRpcError as `parseRequest`.
 */
export async function prepareRequest(
  ports: PreparePorts,
  connection: Connection,
  request: RpcRequest,
): Promise<PreparedRequest> {
  const { transport, nodes, clock, review, knownNetwork } = ports
  if (passThroughMethods.includes(request.method))
    return {
      request,
      requestWallet: async (options) => {
        const { requestMetadata } = await import('../metadata-request.ts')
        return requestMetadata(
          { transport, nodes, ...(knownNetwork && { knownNetwork: knownNetwork }) },
          connection,
          request,
          options,
        )
      },
    }
  const requested = parseRequest(connection, request)
  return {
    request: walletRequest(requested),
    decode: async (signal) => (await review()).decodeRequest(nodes, connection, requested, signal),
    ...(requested.is === 'payload' && {
      simulate: async (network, signal) =>
        (await review()).simulateRequest(nodes, requested, network, signal),
    }),
    requestWallet: async (options = {}) => {
      const { id, signature, signedTransaction } = await requestSignature(
        transport,
        connection,
        requested,
        options,
      )
      const response = { id, signature, ...(signedTransaction && { signedTransaction }) }
      const { verifyResponse } = await import('../wallet/verify-response.ts')
      await verifyResponse({ nodes, clock }, requested, response, options)
      return response
    },
  }
}
