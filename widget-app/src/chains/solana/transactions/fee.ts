import { type Blockhash, blockhash } from '@solana/web3.js'
import type { Network } from '#shared/config/network.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import type { ComputeFee, Transfer } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import {
  type ChainAccount,
  lamportsSchema,
  latestBlockhashSchema,
  prioritizationFeesSchema,
  simulationSchema,
  withContext,
} from '../chain-records.ts'
import { budgetInstructions, type MessageParts, writeTransaction } from '../message.ts'
import { confirmed, type OpenRpc } from '../rpc.ts'
import { decodeTokenAccount } from '../tokens/token-state.ts'
import {
  composeFee,
  computeUnitMax,
  lamportsPerSignature,
  limitOf,
  priceOf,
  priorityFee,
} from './compute-fee.ts'
import {
  failedAt,
  reasonOf,
  rentShortage,
  type TransferFailureReason,
  transferError,
} from './transfer-failure.ts'
import { planTransfer, type TransferPlan } from './transfer-plan.ts'

/** Placeholder that the node replaces with its latest blockhash. */
const placeholderBlockhash: Blockhash = blockhash('11111111111111111111111111111111')

/** Base64 length of the maximum transaction size, 1,232 bytes. Only a hook's accounts make a transfer longer. */
const maxWireLength = 1_644

/** Simulates a plan: the compute units it uses, and the deposit for the account it creates. */
async function simulate(rpc: JsonRpc, plan: TransferPlan) {
  const { wire } = writeTransaction({
    ...plan,
    computeUnitLimit: computeUnitMax,
    microLamportsPerUnit: 0n,
    blockhash: placeholderBlockhash,
    lastValidBlockHeight: 0,
  })
  if (wire.length > maxWireLength) throw transferError('token-hook', { length: wire.length })
  const watched = (plan.receives ?? plan.creates)?.tokenAccount
  const accounts = watched === undefined ? {} : { accounts: { addresses: [watched], encoding: 'base64' } }
  const config = {
    ...confirmed,
    encoding: 'base64',
    sigVerify: false,
    replaceRecentBlockhash: true,
    ...accounts,
  }
  const { value } = await rpc('simulateTransaction', [wire, config], simulationSchema())
  const units = value.unitsConsumed ?? 0
  // The sender's remaining balance is checked with the real fee; the simulation used a lower one.
  const isOnlySenderRent = rentShortage(value.err) === 0 && units > 0
  if (value.err !== null && !isOnlySenderRent)
    throw transferError(simulationFailureReason(value.err, plan), { err: value.err })
  const [account] = value.accounts ?? []
  requireReceived(plan, account)
  const lamports = plan.creates && account ? account.lamports - plan.creates.lamports : undefined
  return { units, deposit: lamports }
}

/**
 * The reason of a simulation's error. The last instruction, the transfer, runs the hook of its token, which has its own
 * error numbers.
 */
function simulationFailureReason(
  error: unknown,
  { instructions, token }: TransferPlan,
): TransferFailureReason {
  const hasHook = token?.hook !== undefined
  return hasHook && failedAt(error) === budgetInstructions + instructions.length - 1
    ? 'token-refuses'
    : reasonOf(error)
}

/**
 * Compares the simulated amount received with the terms of the token's extensions. Others may pay into the account
 * meanwhile, so more is accepted.
 * @throws WidgetError `send/failed`, `data.reason` `token-unknown`, if less is received.
 */
function requireReceived({ receives }: TransferPlan, after: ChainAccount | null | undefined): void {
  const amount = decodeTokenAccount(after)?.amount
  if (receives !== undefined && amount !== undefined && amount < receives.amountAfter)
    throw transferError('token-unknown', { ran: true })
}

/** The prices of recent slots for these accounts. If the node does not report them, there is no priority fee. */
async function recentPrices(rpc: JsonRpc, plan: TransferPlan): Promise<readonly bigint[]> {
  try {
    const fees = await rpc('getRecentPrioritizationFees', [plan.writes], prioritizationFeesSchema())
    return fees.map(({ prioritizationFee }) => prioritizationFee)
  } catch (error) {
    if (error instanceof ProviderRpcError) return []
    throw error
  }
}

/** The latest blockhash that a supermajority has seen, and the last block height at which it is valid. */
export const latestBlockhash = async (rpc: JsonRpc) =>
  (await rpc('getLatestBlockhash', [confirmed], latestBlockhashSchema())).value

/** The node's fee for a message. Nodes behind one gateway lag behind each other, and one may not know the blockhash. */
async function feeOf(rpc: JsonRpc, parts: MessageParts): Promise<bigint> {
  const { message } = writeTransaction(parts)
  const { value } = await rpc(
    'getFeeForMessage',
    [message, confirmed],
    withContext(z.nullable(lamportsSchema())),
  )
  return value ?? lamportsPerSignature + priorityFee(parts.computeUnitLimit, parts.microLamportsPerUnit)
}

/**
 * Estimates the cost of a transfer: the signature, the simulated compute units at a recently sufficient price, and the
 * deposit for a token account that is created for the recipient.
 * @throws WidgetError `send/failed` (`data.reason`) if the chain would fail the transfer, `http/*` if it cannot be reached;
 * ProviderRpcError of the node.
 */
export async function estimateFee(
  openRpc: OpenRpc,
  transfer: Transfer,
  network: Network,
): Promise<ComputeFee> {
  const rpc = openRpc(network)
  const plan = await planTransfer(rpc, transfer)
  const [{ units, deposit }, recentFees, lifetime] = await Promise.all([
    simulate(rpc, plan),
    recentPrices(rpc, plan),
    latestBlockhash(rpc),
  ])
  const limit = limitOf(units)
  const price = priceOf(recentFees)
  const parts = { ...plan, ...lifetime, computeUnitLimit: limit, microLamportsPerUnit: price }
  const fee = composeFee({ plan, limit, price, fee: await feeOf(rpc, parts), deposit })
  return {
    ...fee,
    ...(plan.token === undefined ? {} : { token: plan.token }),
    ...(plan.isKeyless ? { isKeyless: true } : {}),
  }
}
