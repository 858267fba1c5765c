import { getBase64Encoder } from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import * as z from '#shared/zod.ts'
import { RpcError } from '../../rpc-error.ts'
import { accountAt, accountJson } from './account-json.ts'
import type { Ledger } from './ledger.ts'
import { messageFee } from './message-fee.ts'
import {
  addressParam,
  commitmentParam,
  defaultCommitment,
  defineMethod,
  encodingParam,
  type Method,
  signatureParam,
} from './method.ts'
import { rpcCodes } from './rpc-codes.ts'
import { simulate, simulationJson } from './simulation.ts'
import type { Slots } from './slots.ts'
import { transactionJson } from './transaction-json.ts'
import { decodeMessage, decodeTransaction } from './wire-transaction.ts'

const wireEncoding = z.optional(z.enum(['base58', 'base64']))
const sendConfig = z.object({ encoding: wireEncoding, skipPreflight: z.optional(z.boolean()) })
const simulateConfig = z.object({
  encoding: wireEncoding,
  sigVerify: z.optional(z.boolean()),
  replaceRecentBlockhash: z.optional(z.boolean()),
  accounts: z.optional(z.object({ addresses: z.array(addressParam), encoding: z.optional(encodingParam) })),
})
const readConfig = z.object({
  commitment: z.optional(commitmentParam),
  encoding: z.optional(z.enum(['json', 'jsonParsed', 'base58', 'base64'])),
  maxSupportedTransactionVersion: z.optional(z.int()),
})
const historyConfig = z.object({
  before: z.optional(signatureParam),
  until: z.optional(signatureParam),
  limit: z.optional(z.int().check(z.gte(1), z.lte(1_000))),
})
const ignoredParam = z.optional(z.unknown())

const blockhashNotFound = {
  err: 'BlockhashNotFound',
  logs: [],
  accounts: null,
  unitsConsumed: 0,
  returnData: null,
}

/** Creates the methods about transactions. */
export function createTransactionMethods(
  svm: LiteSVM,
  slots: Slots,
  ledger: Ledger,
): Readonly<Record<string, Method>> {
  const withContext = (value: unknown) => ({ context: { apiVersion: '2.1.0', slot: slots.slot() }, value })

  return {
    getFeeForMessage: defineMethod(z.tuple([z.string(), ignoredParam]), ([text]) => {
      const message = decodeMessage(getBase64Encoder().encode(text))
      return withContext(slots.isValidBlockhash(message.lifetimeToken) ? Number(messageFee(message)) : null)
    }),
    sendTransaction: defineMethod(z.tuple([z.string(), z.optional(sendConfig)]), ([text, config]) => {
      const wire = decodeTransaction(text, config?.encoding)
      if (!slots.isValidBlockhash(wire.message.lifetimeToken))
        throw new RpcError(
          rpcCodes.preflightFailure,
          'Transaction simulation failed: Blockhash not found',
          blockhashNotFound,
        )
      if (config?.skipPreflight !== true) {
        const simulation = simulate(svm, wire, { verifySignatures: false })
        if (simulation.error !== null) {
          const text = `Transaction simulation failed: ${JSON.stringify(simulation.error)}`
          throw new RpcError(rpcCodes.preflightFailure, text, simulationJson(simulation))
        }
      }
      return ledger.execute(wire).signature
    }),
    simulateTransaction: defineMethod(z.tuple([z.string(), z.optional(simulateConfig)]), ([text, config]) => {
      const wire = decodeTransaction(text, config?.encoding)
      const isBlockhashReplaced = config?.replaceRecentBlockhash === true
      if (!isBlockhashReplaced && !slots.isValidBlockhash(wire.message.lifetimeToken))
        return withContext(blockhashNotFound)
      const simulation = simulate(svm, wire, { verifySignatures: config?.sigVerify === true })
      const requestedAccounts = simulation.outcome === undefined ? undefined : config?.accounts
      const postAccounts = requestedAccounts && simulation.outcome?.postAccounts()
      const accounts = requestedAccounts?.addresses.map((address) => {
        const account = postAccounts?.find((one) => one.address === address) ?? accountAt(svm, address)
        return accountJson(svm, account, requestedAccounts.encoding ?? 'base64')
      })
      return withContext({
        ...simulationJson(simulation),
        ...(accounts === undefined ? {} : { accounts }),
        ...(isBlockhashReplaced ? { replacementBlockhash: slots.latestBlockhash() } : {}),
      })
    }),
    getSignatureStatuses: defineMethod(
      z.tuple([z.array(signatureParam).check(z.maxLength(256)), ignoredParam]),
      ([signatures]) =>
        withContext(
          signatures.map((signature) => {
            const landed = ledger.find(signature)
            if (landed === undefined) return null
            const confirmationStatus = slots.commitmentOf(landed.slot)
            return {
              slot: landed.slot,
              confirmations: confirmationStatus === 'finalized' ? null : slots.slot() - landed.slot,
              err: landed.error,
              status: landed.error === null ? { Ok: null } : { Err: landed.error },
              confirmationStatus,
            }
          }),
        ),
    ),
    getSignaturesForAddress: defineMethod(
      z.tuple([addressParam, z.optional(historyConfig)]),
      ([address, config]) => {
        const all = ledger.forAccount(address)
        const indexOf = (signature: string | undefined) => all.findIndex((one) => one.signature === signature)
        const until = indexOf(config?.until)
        const range = all.slice(indexOf(config?.before) + 1, until < 0 ? undefined : until)
        return range.slice(0, config?.limit ?? 1_000).map((landed) => ({
          signature: landed.signature,
          slot: landed.slot,
          err: landed.error,
          memo: null,
          blockTime: landed.blockTime,
          confirmationStatus: slots.commitmentOf(landed.slot),
        }))
      },
    ),
    getTransaction: defineMethod(z.tuple([signatureParam, z.optional(readConfig)]), ([signature, config]) => {
      const landed = ledger.find(signature)
      const isVisible = landed && slots.hasReached(landed.slot, config?.commitment ?? defaultCommitment)
      if (!isVisible || landed.sent === undefined) return null
      const { encoding = 'json', maxSupportedTransactionVersion } = config ?? {}
      return transactionJson(landed, landed.sent, encoding, maxSupportedTransactionVersion)
    }),
  }
}
