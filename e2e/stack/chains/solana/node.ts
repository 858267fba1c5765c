import type { EncodedAccount } from '@solana/kit'
import { LiteSVM } from 'litesvm'
import type { WebSocket } from 'ws'
import * as z from '#shared/zod.ts'
import { constantProductArtefact } from '../../programs/out/constant-product.ts'
import { transferHookArtefact } from '../../programs/out/transfer-hook.ts'
import { RpcError } from '../../rpc-error.ts'
import { createAccountMethods } from './account-methods.ts'
import { createChainMethods } from './chain-methods.ts'
import { createLedger } from './ledger.ts'
import { poolProgram } from './pool.ts'
import { rpcCodes } from './rpc-codes.ts'
import { createSlots } from './slots.ts'
import { createSubscriptions } from './subscriptions.ts'
import { createTransactionMethods } from './transaction-methods.ts'
import { hookProgram } from './transfer-hook.ts'

/** A Solana node in this process: the real SVM; slots, commitment and the blockhash window are simulated. */
export type SolanaNode = {
  /** Handles a JSON-RPC call or a batch and returns the response text. Subscriptions need a socket. */
  readonly handle: (body: string, socket?: WebSocket) => string
  readonly removeSocket: (socket: WebSocket) => void
  readonly stop: () => void
}

const callSchema = z.object({
  id: z.optional(z.union([z.string(), z.number(), z.null()])),
  method: z.string(),
  params: z.optional(z.array(z.unknown())),
})
type Id = string | number | null

const errorResponse = (id: Id, code: number, message: string, data?: unknown) => ({
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
    ...createChainMethods(svm, slots, ledger, genesisHash),
    ...createAccountMethods(svm, slots, ledger),
    ...createTransactionMethods(svm, slots, ledger),
  }
  const timer = setInterval(() => {
    slots.advance()
    subscriptions.notifySlot()
  }, slotMs)

  function handleCall(payload: unknown, socket: WebSocket | undefined): object {
    const parsed = z.safeParse(callSchema, payload)
    if (!parsed.success) return errorResponse(null, rpcCodes.invalidRequest, 'Invalid request')
    const { id = null, method, params = [] } = parsed.data
    try {
      const subscribed = socket && subscriptions.call(socket, method, params)
      if (subscribed !== undefined) return { jsonrpc: '2.0', id, result: subscribed.result }
      const handler = Object.hasOwn(methods, method) ? Reflect.get(methods, method) : undefined
      if (handler === undefined) return errorResponse(id, rpcCodes.methodNotFound, 'Method not found')
      return { jsonrpc: '2.0', id, result: handler(params) }
    } catch (error) {
      if (error instanceof RpcError) return errorResponse(id, error.code, error.message, error.data)
      return errorResponse(id, rpcCodes.internal, error instanceof Error ? error.message : 'Internal error')
    }
  }

  return {
    handle(body, socket) {
      let payload: unknown
      try {
        payload = JSON.parse(body)
      } catch {
        return JSON.stringify(errorResponse(null, rpcCodes.parse, 'Parse error'))
      }
      const responses = Array.isArray(payload)
        ? payload.map((each: unknown) => handleCall(each, socket))
        : handleCall(payload, socket)
      return JSON.stringify(responses)
    },
    removeSocket: subscriptions.removeSocket,
    stop: () => clearInterval(timer),
  }
}
