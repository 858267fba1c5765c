import { texts } from '#shared/errors/codes.ts'
import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import { isWidgetError, WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import type {
  Connection,
  FeeEstimate,
  SubmittedTransaction,
  Transfer,
  WalletTransport,
  WeightFee,
} from '../../chain-adapter.ts'
import type { ChainNode, Nodes } from '../nodes.ts'
import { signError } from '../wallet/sign-error.ts'
import { type SigningRequest, signedExtrinsic, signingRequest } from '../wallet/signing.ts'
import { requestWallet } from '../wallet/wallet-error.ts'
import { requireExecutable } from './fee.ts'
import { submit } from './submit.ts'
import { transferCall } from './transfer-call.ts'

const disagreementSchema = () => z.object({ reason: z.literal('servers-disagree') })

/** Converts an error from before the prompt: nothing was sent. */
function prepareError(thrown: unknown): unknown {
  const isOfNode = isProviderRpcError(thrown) || (isWidgetError(thrown) && thrown.code.startsWith('http/'))
  if (!isOfNode) return thrown
  const disagreement = disagreementSchema().safeParse(thrown.data)
  const data = disagreement.success ? disagreement.data : { reason: 'network' }
  return new WidgetError('send/failed', thrown.message, { cause: thrown, data })
}

async function prepare(
  nodes: Nodes,
  transfer: Transfer,
  fee: WeightFee,
): Promise<{ readonly node: ChainNode; readonly request: SigningRequest }> {
  const network = nodes.findNetwork(transfer.asset.chain)
  if (network === undefined) throw new WidgetError('chain/unsupported', texts.unsupportedChain)
  try {
    const node = await nodes.open(network)
    const call = transferCall(node, transfer)
    const { requireKnownCall } = await import('../decode/known-call.ts')
    await requireKnownCall(node, call, transfer, fee)
    await requireExecutable(node, call, fee)
    return { node, request: await signingRequest(node, call, fee.tip) }
  } catch (error) {
    throw prepareError(error)
  }
}

/**
 * Verifies a transfer, requests the wallet's signature (`signPayload`, extrinsic version 4) and submits it through the
 * gateway, after `onSigned`. The fee must be an estimate of this adapter, which has opened the network.
 * @throws WidgetError `send/failed` (`data.reason`) if nothing was sent, `chain/unsupported`; ProviderRpcError 4001 if
 * rejected, −32002 if a request is pending in the wallet, `data.reason` `unknown-outcome` if it may have been sent.
 */
export async function send(
  ports: { readonly transport: WalletTransport; readonly nodes: Nodes },
  connection: Connection,
  transfer: Transfer,
  fee: FeeEstimate,
  onSigned?: (transaction: SubmittedTransaction) => void,
): Promise<SubmittedTransaction> {
  if (!('tip' in fee)) throw new TypeError('The fee is of another namespace')
  const { node, request } = await prepare(ports.nodes, transfer, fee)
  const params = request.payload
  let response: unknown
  try {
    response = await requestWallet(ports.transport, connection.handle, {
      method: 'injectedWeb3:signPayload',
      params,
    })
  } catch (error) {
    throw signError(error, connection.handle)
  }
  const { bytes, transaction: signed } = await signedExtrinsic(node, request, response)
  const transaction = { chain: transfer.asset.chain, ...signed }
  onSigned?.(transaction)
  await submit(node.rpc, bytes, transaction.hash)
  return transaction
}
