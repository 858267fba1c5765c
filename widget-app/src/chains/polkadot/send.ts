import * as z from 'zod/mini'
import { texts } from '#shared/errors/codes.ts'
import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import { isWidgetError, WidgetError } from '#shared/errors/widget-error.ts'
import type {
  Connection,
  FeeEstimate,
  SubmittedTransaction,
  Transfer,
  WalletTransport,
  WeightFee,
} from '../contract.ts'
import { parseAddress } from './address.ts'
import { requireCarriedOut } from './fee.ts'
import type { ChainNode, Nodes } from './nodes.ts'
import { hasPins, pinnedTransfer } from './pinned-calls.ts'
import { signError } from './sign-error.ts'
import { type SigningRequest, signedExtrinsic, signingRequest } from './signing.ts'
import { submit } from './submit.ts'
import { type TransferCall, transferCall } from './transfer-call.ts'
import { ask } from './wallet-error.ts'

const disagree = 'servers-disagree'
const disagreementSchema = () => z.object({ reason: z.literal(disagree) })

/** Nobody was asked yet: an error on the way there means that nothing was sent. */
function prepareError(thrown: unknown): unknown {
  const isOfNode = isProviderRpcError(thrown) || (isWidgetError(thrown) && thrown.code.startsWith('http/'))
  if (!isOfNode) return thrown
  const data = { reason: disagreementSchema().safeParse(thrown.data).success ? disagree : 'network' }
  return new WidgetError('send/failed', thrown.message, { cause: thrown, data })
}

/**
 * Metadata says how a transfer is encoded. By the word of one node alone it has to be the one that the widget knows, where
 * it knows the chain.
 * @throws WidgetError as `agreeOnRuntime`.
 */
async function requireKnownCall(
  node: ChainNode,
  { extrinsic }: TransferCall,
  { asset, to, value }: Transfer,
) {
  const source = await node.source(new AbortController().signal)
  if (source === 'agreed' || !hasPins(asset.chain)) return
  const pinned = pinnedTransfer(asset.chain, extrinsic.method.toHex())
  if (pinned?.to === parseAddress(to) && pinned.figure.value === value && !pinned.figure.contract) return
  const data = { reason: disagree }
  throw new WidgetError('send/failed', 'The server of this network describes its calls differently', { data })
}

async function prepare(
  nodes: Nodes,
  transfer: Transfer,
  fee: WeightFee,
): Promise<{ readonly node: ChainNode; readonly request: SigningRequest }> {
  const network = nodes.known(transfer.asset.chain)
  if (network === undefined) throw new WidgetError('chain/unsupported', texts.unsupportedChain)
  try {
    const node = await nodes.open(network)
    const call = transferCall(node, transfer)
    await requireKnownCall(node, call, transfer)
    await requireCarriedOut(node, call, fee)
    return { node, request: await signingRequest(node, call, fee.tip) }
  } catch (error) {
    throw prepareError(error)
  }
}

/**
 * Checks a transfer, asks the wallet to sign it (`signPayload`, extrinsic version 4) and submits it through our gateway,
 * after `onSigned`.
 * The fee must be an estimate of this adapter, which has opened the network.
 * @throws WidgetError `send/failed` (`data.reason`) when nothing was sent, `chain/unsupported`; ProviderRpcError 4001
 * when refused, −32002 when the wallet is already asking, `data.reason` `unknown-outcome` when it may have been sent.
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
  let answer: unknown
  try {
    answer = await ask(ports.transport, connection.handle, { method: 'injectedWeb3:signPayload', params })
  } catch (error) {
    throw signError(error, connection.handle)
  }
  const { bytes, transaction: signed } = await signedExtrinsic(node, request, answer)
  const transaction = { chain: transfer.asset.chain, ...signed }
  onSigned?.(transaction)
  await submit(node.rpc, bytes, transaction.hash)
  return transaction
}
