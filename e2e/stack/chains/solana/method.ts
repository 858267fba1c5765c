import { type Address, isAddress } from '@solana/kit'
import * as z from '#shared/zod.ts'
import { RpcError } from '../../rpc-error.ts'
import { rpcCodes } from './rpc-codes.ts'
import type { Commitment } from './slots.ts'

/** A JSON-RPC method: accepts unparsed parameters, returns a JSON result. */
export type Method = (params: readonly unknown[]) => unknown

/** Creates a method that parses its parameters. It throws an RpcError −32602 for invalid ones. */
export const defineMethod =
  <Params extends z.ZodMiniType>(params: Params, handler: (params: z.output<Params>) => unknown): Method =>
  (rawParams) => {
    const parsed = z.safeParse(params, rawParams)
    if (!parsed.success) throw new RpcError(rpcCodes.invalidParams, 'Invalid params')
    return handler(parsed.data)
  }

export const addressParam = z.custom<Address>((value) => typeof value === 'string' && isAddress(value))
export const signatureParam = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/))
export const commitmentParam = z.enum(['processed', 'confirmed', 'finalized'])
export const encodingParam = z.enum(['base58', 'base64', 'jsonParsed'])

/** Configuration that many methods accept; other fields are ignored. */
export const commonConfig = z.object({
  commitment: z.optional(commitmentParam),
  encoding: z.optional(encodingParam),
  dataSlice: z.optional(z.object({ offset: z.int(), length: z.int() })),
})

/** Parameters of a method that ignores all of them. */
export const noParams = z.array(z.unknown())

/** Agave's default commitment. */
export const defaultCommitment: Commitment = 'finalized'
