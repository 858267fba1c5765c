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

/** What a form gives; everything may still be missing. */
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
 * A form as a transfer (SPEC §5).
 * @throws WidgetError `send/fields-required` 'An amount and receiver address are required', `send/token-required` 'A
 * token is required', `chain/unsupported` 'Unsupported chain' without a connection, a known network or, for a token, its
 * address.
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
  readonly begin: (connection: Connection, transfer: Transfer) => string
  readonly record: (entryId: string, event: TransactionEvent) => void
  readonly tell: (event: SendEvent) => void
}

/** A transfer which the wallet handed to the chain. */
export type Sent = {
  readonly entryId: string
  readonly transaction: SubmittedTransaction
  readonly ready: PreparedSend
}

/** What the journal keeps of an end without a hash. −32002 and failures before the chain moved nothing, like a no. */
const journalEventOf = (is: 'rejected' | 'pending' | 'failed' | 'unknown'): TransactionEvent =>
  is === 'unknown' ? { is: 'lost' } : { is: 'rejected' }

/**
 * Asks the wallet for a transfer: switches its network first where needed, writes the journal entry, then asks once.
 * Resolves with what was sent, or undefined after telling why nothing was; success is the hash (SPEC §2).
 * @throws WidgetError of `prepareSend`, and `chain/unsupported` when the chain cannot send; nothing was asked then.
 */
export async function sendAsset(
  ports: SendPorts,
  form: SendForm,
  fee: FeeEstimate,
): Promise<Sent | undefined> {
  const ready = prepareSend(form)
  const { connection, network, transfer } = ready
  const { send, switchNetwork } = ports.adapter
  const isElsewhere = connection.chain !== network.id
  if (!send || (isElsewhere && !switchNetwork))
    throw new WidgetError('chain/unsupported', texts.unsupportedChain)
  if (isElsewhere) {
    ports.tell({ is: 'switching' })
    try {
      await switchNetwork?.(connection, network, {
        addNetwork: (request) => ports.addNetwork(connection, request),
      })
    } catch (error) {
      ports.tell(toPreflightFailure(error))
      return undefined
    }
  }
  const entryId = ports.begin(connection, transfer)
  let signed: SubmittedTransaction | undefined
  const succeed = (transaction: SubmittedTransaction): Sent => {
    ports.record(entryId, { is: 'submitted', transaction })
    ports.tell({ is: 'submitted', entryId })
    return { entryId, transaction, ready }
  }
  ports.tell({ is: 'asked', entryId })
  try {
    return succeed(
      await send(connection, transfer, fee, (transaction) => {
        signed = transaction
        ports.record(entryId, { is: 'signed', transaction })
      }),
    )
  } catch (error) {
    // It signed something else, which we did not send; whoever made it do so may.
    if (isWidgetError(error, 'send/mismatch')) {
      ports.record(entryId, { is: 'lost' })
      ports.tell({ is: 'mismatched', entryId })
      return undefined
    }
    const setback = toOperationFailure(error)
    // Nobody knows whether the chain took it, and the chain tells: to whoever follows it.
    if (setback.is === 'unknown' && signed) return succeed(signed)
    ports.record(entryId, journalEventOf(setback.is))
    ports.tell(setback.is === 'unknown' ? { is: 'unknown', entryId } : setback)
    return undefined
  }
}

/**
 * Compares what is on the chain with what was asked (channel D8); a chain whose adapter cannot leaves it unverifiable.
 * @throws as `verifySent`.
 */
export async function verifySentTransfer(
  { verifySent }: Pick<ChainAdapter, 'verifySent'>,
  { transaction, ready }: Sent,
  signal: AbortSignal,
): Promise<SentVerdict> {
  return verifySent ? verifySent(transaction, ready.transfer, ready.network, signal) : 'unverifiable'
}
