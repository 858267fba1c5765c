import { type Blockhash, blockhash } from '@solana/web3.js'
import * as z from 'zod/mini'
import type { Network } from '#shared/config/network.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
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
import { readTokenAccount } from '../tokens/token-state.ts'
import {
  composeFee,
  computeUnitMax,
  lamportsPerSignature,
  limitOf,
  priceOf,
  priorityFee,
} from './compute-fee.ts'
import { failedAt, type RefusalReason, reasonOf, refused, rentShortage } from './transfer-failure.ts'
import { planTransfer, type TransferPlan } from './transfer-plan.ts'

/** Stands where the node puts a blockhash of its own. */
const noBlockhash: Blockhash = blockhash('11111111111111111111111111111111')

/** The chain takes transactions of 1,232 bytes, which are so many characters of base64. Only a hook's accounts make one longer. */
const longestWire = 1_644

/** Runs a plan without sending it: the compute units it takes, and the deposit for the account it opens. */
async function simulate(rpc: JsonRpc, plan: TransferPlan) {
  const { wire } = writeTransaction({
    ...plan,
    computeUnitLimit: computeUnitMax,
    microLamportsPerUnit: 0n,
    blockhash: noBlockhash,
    lastValidBlockHeight: 0,
  })
  if (wire.length > longestWire) throw refused('token-hook', { length: wire.length })
  const watched = (plan.receives ?? plan.opens)?.tokenAccount
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
  // The sender's own rest is judged with the real fee; the simulation was run with a lower one.
  const isSendersRest = rentShortage(value.err) === 0 && units > 0
  if (value.err !== null && !isSendersRest) throw refused(runRefusal(value.err, plan), { err: value.err })
  const [account] = value.accounts ?? []
  requireArrival(plan, account)
  const lamports = plan.opens && account ? account.lamports - plan.opens.lamports : undefined
  return { units, deposit: lamports }
}

/** What a run's error means. The last instruction, the transfer, runs the hook of its token, which has error numbers of its own. */
function runRefusal(error: unknown, { instructions, token }: TransferPlan): RefusalReason {
  const isHooked = token?.hook !== undefined
  return isHooked && failedAt(error) === budgetInstructions + instructions.length - 1
    ? 'token-refuses'
    : reasonOf(error)
}

/**
 * Compares what the run brought with what the extensions of the token say. Others may pay into the account meanwhile, so
 * more is no contradiction.
 * @throws WidgetError `send/failed`, `data.reason` `token-unknown`, where less arrives.
 */
function requireArrival({ receives }: TransferPlan, after: ChainAccount | null | undefined): void {
  const held = readTokenAccount(after)?.amount
  if (receives !== undefined && held !== undefined && held < receives.holds)
    throw refused('token-unknown', { ran: true })
}

/** What each of the last slots asked for these accounts; a node that does not tell leaves us without a priority fee. */
async function recentPrices(rpc: JsonRpc, plan: TransferPlan): Promise<readonly bigint[]> {
  try {
    const fees = await rpc('getRecentPrioritizationFees', [plan.writes], prioritizationFeesSchema())
    return fees.map(({ prioritizationFee }) => prioritizationFee)
  } catch (error) {
    if (error instanceof ProviderRpcError) return []
    throw error
  }
}

/** The newest blockhash a supermajority has seen, and the last block it is good for. */
export const latestBlockhash = async (rpc: JsonRpc) =>
  (await rpc('getLatestBlockhash', [confirmed], latestBlockhashSchema())).value

/** What the node says that a message costs. Nodes behind one gateway lag each other, and one may not know our blockhash. */
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
 * Estimates what a transfer costs: the signature, the compute units that a simulation took at a price that was recently
 * enough, and the deposit for a token account that is opened for the receiver.
 * @throws WidgetError `send/failed` (`data.reason`) when the chain would refuse the transfer, `http/*` when it cannot be
 * asked; ProviderRpcError of the node.
 */
export async function estimateFee(
  openRpc: OpenRpc,
  transfer: Transfer,
  network: Network,
): Promise<ComputeFee> {
  const rpc = openRpc(network)
  const plan = await planTransfer(rpc, transfer)
  const [{ units, deposit }, recent, lifetime] = await Promise.all([
    simulate(rpc, plan),
    recentPrices(rpc, plan),
    latestBlockhash(rpc),
  ])
  const limit = limitOf(units)
  const price = priceOf(recent)
  const parts = { ...plan, ...lifetime, computeUnitLimit: limit, microLamportsPerUnit: price }
  const fee = composeFee({ plan, limit, price, fee: await feeOf(rpc, parts), deposit })
  return {
    ...fee,
    ...(plan.token === undefined ? {} : { token: plan.token }),
    ...(plan.isKeyless ? { isKeyless: true } : {}),
  }
}
