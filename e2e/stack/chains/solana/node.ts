import type { EncodedAccount } from '@solana/kit'
import { LiteSVM } from 'litesvm'
import type { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { constantProductArtefact } from '../../programs/out/constant-product.ts'
import { transferHookArtefact } from '../../programs/out/transfer-hook.ts'
import { RpcError } from '../../rpc-error.ts'
import { accountMethods } from './account-methods.ts'
import { chainMethods } from './chain-methods.ts'
import { createLedger } from './ledger.ts'
import { poolProgram } from './pool.ts'
import { rpcCodes } from './rpc-codes.ts'
import { createSlots } from './slots.ts'
import { createSubscriptions } from './subscriptions.ts'
import { transactionMethods } from './transaction-methods.ts'
import { hookProgram } from './transfer-hook.ts'

/** A Solana node in this process: the real SVM; slots, commitment and the blockhash window are simulated. */
export type SolanaNode = {
  /** Handles a JSON-RPC call or a batch and returns the response text. Subscriptions need a socket. */
  readonly answer: (body: string, socket?: WebSocket) => string
  readonly drop: (socket: WebSocket) => void
  readonly stop: () => void
}

const callSchema = z.object({
  id: z.optional(z.union([z.string(), z.number(), z.null()])),
  method: z.string(),
  params: z.optional(z.array(z.unknown())),
})
type Id = string | number | null

const failure = (id: Id, code: number, message: string, data?: unknown) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data === undefined ? {} : { data }) },
})

export type NodeOptions = {
  readonly slotMs: number
  /** Accounts of the first slot. */
  readonly accounts?: readonly EncodedAccount[]
  /** Base58; defaults to that of the local world. Transactions contain a recent blockhash, not the genesis hash. */
  readonly genesisHash?: string | undefined
}

/** Starts a chain in this process. */
export function startNode({ slotMs, accounts = [], genesisHash }: NodeOptions): SolanaNode {
  // `slots` checks blockhashes, because the SVM stores only one.
  const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(10_000n).withNativeMints()
  svm.addProgram(poolProgram, Buffer.from(constantProductArtefact.program, 'base64'))
  svm.addProgram(hookProgram, Buffer.from(transferHookArtefact.program, 'base64'))
  for (const account of accounts) svm.setAccount(account)
  const slots = createSlots(svm)
  const ledger = createLedger(svm, slots)
  const subscriptions = createSubscriptions(svm, slots, ledger)
  const methods = {
    ...chainMethods(svm, slots, ledger, genesisHash),
    ...accountMethods(svm, slots, ledger),
    ...transactionMethods(svm, slots, ledger),
  }
  const timer = setInterval(() => {
    slots.advance()
    subscriptions.tick()
  }, slotMs)

  function answerOne(given: unknown, socket: WebSocket | undefined): object {
    const parsed = z.safeParse(callSchema, given)
    if (!parsed.success) return failure(null, rpcCodes.invalidRequest, 'Invalid request')
    const { id = null, method, params = [] } = parsed.data
    try {
      const subscribed = socket && subscriptions.call(socket, method, params)
      if (subscribed !== undefined) return { jsonrpc: '2.0', id, result: subscribed.result }
      const run = Object.hasOwn(methods, method) ? Reflect.get(methods, method) : undefined
      if (run === undefined) return failure(id, rpcCodes.methodNotFound, 'Method not found')
      return { jsonrpc: '2.0', id, result: run(params) }
    } catch (error) {
      if (error instanceof RpcError) return failure(id, error.code, error.message, error.data)
      return failure(id, rpcCodes.internal, error instanceof Error ? error.message : 'Internal error')
    }
  }

  return {
    answer(body, socket) {
      let given: unknown
      try {
        given = JSON.parse(body)
      } catch {
        return JSON.stringify(failure(null, rpcCodes.parse, 'Parse error'))
      }
      const answers = Array.isArray(given)
        ? given.map((each: unknown) => answerOne(each, socket))
        : answerOne(given, socket)
      return JSON.stringify(answers)
    },
    drop: subscriptions.drop,
    stop: () => clearInterval(timer),
  }
}
