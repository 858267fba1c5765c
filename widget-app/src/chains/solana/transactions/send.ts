import { isSameDisplay } from '#shared/amount/displayed-amount.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type {
  ComputeFee,
  Connection,
  FeeEstimate,
  SubmittedTransaction,
  Transfer,
} from '../../chain-adapter.ts'
import { writeTransaction } from '../message.ts'
import { networkOf, type OpenRpc } from '../rpc.ts'
import { askToSend } from '../wallet/request-send.ts'
import { type AccountBook, isFor } from '../wallet/wallet-accounts.ts'
import { latestBlockhash } from './fee.ts'
import { refused } from './transfer-failure.ts'
import { planTransfer, type TransferPlan } from './transfer-plan.ts'
import { judgeTransfer } from './verify-transfer.ts'

export type SendPorts = Pick<AdapterPorts, 'transport' | 'clock'> & {
  readonly book: AccountBook
  readonly openRpc: OpenRpc
}

/** @throws WidgetError `send/failed`, `data.reason` `rent`: the person was not told of a deposit which is due now. */
function requireToldDeposit(isDue: boolean, fee: ComputeFee): void {
  if (isDue && fee.accountDeposit === undefined) throw refused('rent', { account: 'receiver' })
}

/** @throws WidgetError `send/failed`, `data.reason` `token-changed`: less arrives now than the review said, wallets display another amount, or a memo or a hook is due. */
function requireShownTerms(token: TransferPlan['token'], value: bigint, fee: ComputeFee): void {
  const shown = fee.token?.arrives ?? value
  const isOther =
    token?.memo !== fee.token?.memo ||
    token?.hook !== fee.token?.hook ||
    !isSameDisplay(token?.displayed, fee.token?.displayed)
  if ((token?.arrives ?? value) < shown || isOther) throw refused('token-changed')
}

/**
 * Has the wallet sign a transfer and send it (`solana:signAndSendTransaction`), or sends what it signed through our
 * gateway where it only signs, after `onSigned`. Resolves with the first signature.
 * @throws ProviderRpcError 4001 when refused, −32002 when the wallet is already asking, `data.reason` `unknown-outcome`
 * when the transaction may have been sent all the same; WidgetError `send/failed` when nothing was sent, `send/mismatch`
 * when the wallet signed something else, which we then do not send.
 */
export async function send(
  ports: SendPorts,
  connection: Connection,
  transfer: Transfer,
  fee: FeeEstimate,
  onSigned?: (transaction: SubmittedTransaction) => void,
): Promise<SubmittedTransaction> {
  if (!('computeUnitLimit' in fee)) throw new TypeError('The fee is of another namespace')
  const { transport, clock, book } = ports
  const { asset, from } = transfer
  const { chain } = asset
  const account = await book.find(connection, from)
  // Before the chain is asked anything of it.
  if (!isFor(account, chain)) {
    const data = { reason: 'wrong-chain' }
    throw new WidgetError('send/failed', 'The wallet does not work on this network', { data })
  }
  const rpc = ports.openRpc(networkOf(chain))
  const [plan, lifetime] = await Promise.all([planTransfer(rpc, transfer), latestBlockhash(rpc)])
  requireToldDeposit(plan.opens !== undefined, fee)
  requireShownTerms(plan.token, transfer.value, fee)
  // The user agreed to no program as the receiver.
  if (plan.isKeyless && !fee.isKeyless) throw refused('not-a-wallet', { to: transfer.to })
  const { wire } = writeTransaction({ ...plan, ...fee, ...lifetime })
  return askToSend({
    ...{ transport, clock, rpc, book, connection, chain, from, wire, lifetime, onSigned },
    judge: (signed) => judgeTransfer(signed, transfer),
  })
}
