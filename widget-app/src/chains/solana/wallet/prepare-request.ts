import type { Network } from '#shared/config/network.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { Connection, PreparedRequest, RpcRequest } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { decodeRequest } from '../decode/decode-request.ts'
import type { LoadedAddresses } from '../decode/decode-transaction.ts'
import { approvalLimit } from '../decode/limit-approval.ts'
import { isSameLoaded, loadAddresses } from '../decode/lookup-tables.ts'
import { simulate } from '../decode/simulate.ts'
import { isSignedBy } from '../ed25519.ts'
import { networkOf, type OpenRpc } from '../rpc.ts'
import { handleDappRequest } from './handle-dapp-request.ts'
import { type ParsedRequest, parseRequest, type RequestedTransaction } from './parse-request.ts'
import { verifyResponse } from './verify-response.ts'
import type { AccountBook } from './wallet-accounts.ts'

export type PreparePorts = Pick<
  AdapterPorts,
  'transport' | 'clock' | 'bundledToken' | 'bundledTokensReady'
> & {
  readonly book: AccountBook
  readonly openRpc: OpenRpc
  /** Another endpoint of the network, if there is one. */
  readonly openSecond?: (network: Network) => JsonRpc | undefined
}

const nothingLoaded: LoadedAddresses = { writable: [], readonly: [] }

/** @throws ProviderRpcError −32602 if a signature in the transaction does not match this message. */
async function requireSignatures({ transaction }: RequestedTransaction): Promise<void> {
  for (const [signer, signature] of transaction.signatures)
    if (signature !== undefined && (await isSignedBy(signer, transaction.messageBytes, signature)) === false)
      throw new ProviderRpcError(
        providerCodes.invalidParams,
        'Invalid params: a signature is of something else',
      )
}

/** The addresses from lookup tables: when the request was decoded, and now. */
function tableWatch({ openRpc }: PreparePorts, requested: ParsedRequest['requested']) {
  let lastLoaded: LoadedAddresses | undefined
  const load = async (signal: AbortSignal): Promise<LoadedAddresses> =>
    requested.is === 'transaction'
      ? loadAddresses(openRpc(networkOf(requested.chain)), requested.transaction.message, signal)
      : nothingLoaded
  return {
    read: async (signal: AbortSignal): Promise<LoadedAddresses> => {
      const loaded = await load(signal)
      lastLoaded = loaded
      return loaded
    },
    /** @throws ProviderRpcError −32603 if a table has changed since; `http/*` if it cannot be read. */
    requireUnchanged: async (signal: AbortSignal): Promise<void> => {
      if (lastLoaded === undefined || isSameLoaded(lastLoaded, await load(signal))) return
      throw new ProviderRpcError(
        providerCodes.internal,
        'A lookup table changed while the request was reviewed',
      )
    },
  }
}

/** The steps of a parsed request: decode, simulate, request, verify. */
function createPreparedRequest(
  ports: PreparePorts,
  connection: Connection,
  parsed: ParsedRequest,
): PreparedRequest {
  const { requested } = parsed
  const tables = tableWatch(ports, requested)
  const rpc = ports.openRpc(networkOf(requested.chain))
  const { bundledToken, bundledTokensReady } = ports
  return {
    request: parsed.request,
    decode: async (signal) => decodeRequest(rpc, requested, await tables.read(signal), signal),
    ...(requested.is === 'transaction' && {
      simulate: async (network, signal) => {
        await bundledTokensReady?.()
        const [primary, secondRpc] = [ports.openRpc(network), ports.openSecond?.(network)]
        return simulate(primary, requested, network, signal, bundledToken, secondRpc)
      },
    }),
    requestWallet: async (options = {}) => {
      await tables.requireUnchanged(options.signal ?? new AbortController().signal)
      const response = await handleDappRequest(ports, connection, parsed, options)
      return verifyResponse({ rpc, clock: ports.clock }, requested, response, options)
    },
  }
}

/**
 * Parses a dApp request once. Decoder, simulation, wallet and verification all use the parsed value, and the wallet gets it
 * written anew, byte for byte what was decoded.
 * @throws ProviderRpcError as `parseRequest`; −32602 if an existing signature does not match the message.
 */
export async function prepareRequest(
  ports: PreparePorts,
  connection: Connection,
  request: RpcRequest,
): Promise<PreparedRequest> {
  const first = parseRequest(connection, request)
  if (first.requested.is === 'transaction') await requireSignatures(first.requested)
  const limit = approvalLimit(first)
  const withLimit = (parsed: ParsedRequest): PreparedRequest => ({
    ...createPreparedRequest(ports, connection, parsed),
    ...(limit && { withLimit: (amount) => withLimit(limit(amount)) }),
  })
  return withLimit(first)
}
