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
import { requestAndSend } from '../wallet/request-send.ts'
import { type AccountBook, isFor } from '../wallet/wallet-accounts.ts'
import { latestBlockhash } from './fee.ts'
import { transferError } from './transfer-failure.ts'
import { planTransfer, type TransferPlan } from './transfer-plan.ts'
import { verifyTransfer } from './verify-transfer.ts'

export type SendPorts = Pick<AdapterPorts, 'transport' | 'clock'> & {
  readonly book: AccountBook
  readonly openRpc: OpenRpc
}

/** @throws WidgetError `send/failed`, `data.reason` `rent`: a deposit is due now that the user was not shown. */
function requireShownDeposit(isDue: boolean, fee: ComputeFee): void {
  if (isDue && fee.accountDeposit === undefined) throw transferError('rent', { account: 'receiver' })
}

/**
 * @throws WidgetError `send/failed`, `data.reason` `token-changed`: less is received now than reviewed, wallets display
 * another amount, or a memo or a hook has changed.
 */
function requireShownTerms(token: TransferPlan['token'], value: bigint, fee: ComputeFee): void {
  const reviewed = fee.token?.arrives ?? value
  const hasChanged =
    token?.memo !== fee.token?.memo ||
    token?.hook !== fee.token?.hook ||
    !isSameDisplay(token?.displayed, fee.token?.displayed)
  if ((token?.arrives ?? value) < reviewed || hasChanged) throw transferError('token-changed')
}

/**
 * Requests that the wallet sign and send a transfer (`solana:signAndSendTransaction`); if the wallet only signs, the widget
 * submits it through the gateway, after `onSigned`. Resolves with the first signature.
 * @throws ProviderRpcError 4001 if rejected, −32002 if a request is pending in the wallet, `data.reason` `unknown-outcome`
 * if the transaction may have been sent anyway; WidgetError `send/failed` if nothing was sent, `send/mismatch` if the wallet
 * signed something else, which the widget then does not submit.
 */
export async function send(
  ports: SendPorts,
  connection: Connection,
  transfer: Transfer,
  fee: FeeEstimate,
  onSigned?: (transaction: SubmittedTransaction) => void,
): Promise<SubmittedTransaction> {
  if (!('computeUnitLimit' in fee)) throw new TypeError('The fee is of another namespace')
  const { transport, clock, book: accountBook } = ports
  const { asset, from } = transfer
  const { chain } = asset
  const account = await accountBook.find(connection, from)
  // Before any RPC call.
  if (!isFor(account, chain)) {
    const data = { reason: 'wrong-chain' }
    throw new WidgetError('send/failed', 'The wallet does not work on this network', { data })
  }
  const rpc = ports.openRpc(networkOf(chain))
  const [plan, lifetime] = await Promise.all([planTransfer(rpc, transfer), latestBlockhash(rpc)])
  requireShownDeposit(plan.creates !== undefined, fee)
  requireShownTerms(plan.token, transfer.value, fee)
  // The user did not accept a program as the recipient.
  if (plan.isKeyless && !fee.isKeyless) throw transferError('not-a-wallet', { to: transfer.to })
  const { wire } = writeTransaction({ ...plan, ...fee, ...lifetime })
  return requestAndSend({
    ...{ transport, clock, rpc, book: accountBook, connection, chain, from, wire, lifetime, onSigned },
    verify: (signed) => verifyTransfer(signed, transfer),
  })
}
