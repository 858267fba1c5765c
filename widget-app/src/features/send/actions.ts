import type { Network } from '#shared/config/network.ts'
import { texts } from '#shared/errors/codes.ts'
import { isWidgetError, WidgetError } from '#shared/errors/widget-error.ts'
import type {
  Asset,
  ChainAdapter,
  Connection,
  FeeEstimate,
  RpcRequest,
  SentVerdict,
  SubmittedTransaction,
  Transfer,
} from '#widget/chains/chain-adapter.ts'
import { toOperationFailure, toPreflightFailure } from '#widget/domain/transactions/operation-failure.ts'
import type { TransactionEvent } from '#widget/domain/transactions/transaction-entry.ts'
import type { SendEvent } from './model.ts'

/** The content of the form; every field can be missing. */
export type SendForm = {
  readonly connection: Connection | undefined
  readonly network: Network | undefined
  readonly asset: Asset | undefined
  /** Base units. */
  readonly value: bigint | undefined
  readonly to: string | undefined
}

/** A complete transfer on a known network, from a connected account. */
export type PreparedSend = {
  readonly connection: Connection
  readonly network: Network
  readonly transfer: Transfer
}

/**
 * Converts a form to a transfer (SPEC §5).
 * @throws WidgetError `send/fields-required` 'An amount and receiver address are required', `send/token-required` 'A token
 * is required', `chain/unsupported` 'Unsupported chain' without a connection, a known network or, for a token, its address.
 */
export function prepareSend({ connection, network, asset, value, to }: SendForm): PreparedSend {
  if (value === undefined || value <= 0n || to === undefined || to === '')
    throw new WidgetError('send/fields-required', texts.sendFieldsRequired)
  if (asset === undefined) throw new WidgetError('send/token-required', texts.tokenRequired)
  if (connection === undefined || network?.id !== asset.chain || asset.address === '')
    throw new WidgetError('chain/unsupported', texts.unsupportedChain)
  return { connection, network, transfer: { from: connection.accounts[0], to, asset, value } }
}

export type SendPorts = {
  readonly adapter: Pick<ChainAdapter, 'switchNetwork' | 'send'>
  readonly addNetwork: (connection: Connection, request: RpcRequest) => Promise<unknown>
  /** Writes the journal entry and returns its id. */
  readonly beginTransaction: (connection: Connection, transfer: Transfer) => string
  readonly record: (entryId: string, event: TransactionEvent) => void
  readonly onEvent: (event: SendEvent) => void
}

/** A transfer that was submitted to the chain. */
export type SentTransfer = {
  readonly entryId: string
  readonly transaction: SubmittedTransaction
  readonly prepared: PreparedSend
}

/** The journal event of an end without a hash. −32002 and failures before submission moved nothing, like a rejection. */
const journalEventOf = (is: 'rejected' | 'pending' | 'failed' | 'unknown'): TransactionEvent =>
  is === 'unknown' ? { is: 'lost' } : { is: 'rejected' }

/**
 * Requests a transfer from the wallet: switches its network first if necessary, writes the journal entry, then prompts once.
 * Resolves with the submitted transfer, or with undefined after emitting the failure; success is the hash (SPEC §2).
 * @throws WidgetError of `prepareSend`, and `chain/unsupported` if the chain cannot send; the wallet was not prompted then.
 */
export async function sendAsset(
  ports: SendPorts,
  form: SendForm,
  fee: FeeEstimate,
): Promise<SentTransfer | undefined> {
  const prepared = prepareSend(form)
  const { connection, network, transfer } = prepared
  const { send, switchNetwork } = ports.adapter
  const isOnOtherNetwork = connection.chain !== network.id
  if (!send || (isOnOtherNetwork && !switchNetwork))
    throw new WidgetError('chain/unsupported', texts.unsupportedChain)
  if (isOnOtherNetwork) {
    ports.onEvent({ is: 'switching' })
    try {
      await switchNetwork?.(connection, network, {
        addNetwork: (request) => ports.addNetwork(connection, request),
      })
    } catch (error) {
      ports.onEvent(toPreflightFailure(error))
      return undefined
    }
  }
  const entryId = ports.beginTransaction(connection, transfer)
  let signed: SubmittedTransaction | undefined
  const succeed = (transaction: SubmittedTransaction): SentTransfer => {
    ports.record(entryId, { is: 'submitted', transaction })
    ports.onEvent({ is: 'submitted', entryId })
    return { entryId, transaction, prepared }
  }
  ports.onEvent({ is: 'asked', entryId })
  try {
    return succeed(
      await send(connection, transfer, fee, (transaction) => {
        signed = transaction
        ports.record(entryId, { is: 'signed', transaction })
      }),
    )
  } catch (error) {
    // The wallet signed something else, which the widget did not submit; another party may submit it.
    if (isWidgetError(error, 'send/mismatch')) {
      ports.record(entryId, { is: 'lost' })
      ports.onEvent({ is: 'mismatched', entryId })
      return undefined
    }
    const failure = toOperationFailure(error)
    // It is unknown whether the chain accepted it: watching the hash will show that.
    if (failure.is === 'unknown' && signed) return succeed(signed)
    ports.record(entryId, journalEventOf(failure.is))
    ports.onEvent(failure.is === 'unknown' ? { is: 'unknown', entryId } : failure)
    return undefined
  }
}

/**
 * Compares the transaction on the chain with the request (channel D8); unverifiable if the adapter cannot compare.
 * @throws as `verifySent`.
 */
export async function verifySentTransfer(
  { verifySent }: Pick<ChainAdapter, 'verifySent'>,
  { transaction, prepared }: SentTransfer,
  signal: AbortSignal,
): Promise<SentVerdict> {
  return verifySent ? verifySent(transaction, prepared.transfer, prepared.network, signal) : 'unverifiable'
}
