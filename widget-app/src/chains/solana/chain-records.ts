import { type Address, type Blockhash, getBase64Encoder, isBlockhash } from '@solana/web3.js'
import * as z from '#shared/zod.ts'
import { asAddress } from './address.ts'

// Schemas are created where they are used: created with the module, they would cost memory on every page.

const addressSchema = () => z.custom<Address>((value) => asAddress(value) !== undefined)

/** Lamports as JSON-RPC writes them: a number, exact up to 9 million SOL. */
export const lamportsSchema = () =>
  z.pipe(
    z.number().check(z.gte(0), z.refine(Number.isInteger)),
    z.transform((value: number): bigint => BigInt(value)),
  )

/** Bytes in base64. */
export const base64Schema = () =>
  z.pipe(
    z.string(),
    z.transform((text, context): Uint8Array => {
      try {
        return Uint8Array.from(getBase64Encoder().encode(text))
      } catch {
        context.issues.push({ code: 'custom', input: text })
        return z.NEVER
      }
    }),
  )

/** A result, with the slot at which it was read. */
export const withContext = <Value extends z.ZodMiniType>(value: Value) =>
  z.object({ context: z.object({ slot: z.int() }), value })

const dataSchema = () =>
  z.pipe(
    z.tuple([base64Schema(), z.literal('base64')]),
    z.transform(([bytes]) => bytes),
  )

/** An account, with its data in base64. */
export const accountSchema = () =>
  z.object({
    lamports: lamportsSchema(),
    owner: addressSchema(),
    executable: z.boolean(),
    data: dataSchema(),
  })

export type ChainAccount = z.output<ReturnType<typeof accountSchema>>

export const accountsSchema = () => withContext(z.array(z.nullable(accountSchema())))

export const tokenAccountsSchema = () =>
  withContext(z.array(z.object({ pubkey: addressSchema(), account: accountSchema() })))

export const latestBlockhashSchema = () =>
  withContext(
    z.object({
      blockhash: z.custom<Blockhash>((value) => typeof value === 'string' && isBlockhash(value)),
      lastValidBlockHeight: z.int(),
    }),
  )

/** A transaction error: a name, or an object with one member. */
export const transactionErrorSchema = () =>
  z.nullable(z.union([z.string(), z.record(z.string(), z.unknown())]))

export const simulationSchema = () =>
  withContext(
    z.object({
      err: transactionErrorSchema(),
      unitsConsumed: z.optional(z.nullable(z.int())),
      accounts: z.optional(z.nullable(z.array(z.nullable(accountSchema())))),
    }),
  )

export const prioritizationFeesSchema = () => z.array(z.object({ prioritizationFee: lamportsSchema() }))

export const signatureStatusesSchema = () =>
  withContext(
    z.array(
      z.nullable(
        z.object({
          slot: z.int(),
          err: transactionErrorSchema(),
          confirmationStatus: z.nullable(z.enum(['processed', 'confirmed', 'finalized'])),
        }),
      ),
    ),
  )

export const epochInfoSchema = () => z.object({ absoluteSlot: z.int(), blockHeight: z.int() })

/** A transaction in a block, in base64; `null` if the node does not have it. */
export const transactionSchema = () =>
  z.nullable(
    z.object({
      slot: z.int(),
      meta: z.object({
        err: transactionErrorSchema(),
        fee: lamportsSchema(),
        loadedAddresses: z.optional(
          z.object({ writable: z.array(addressSchema()), readonly: z.array(addressSchema()) }),
        ),
      }),
      transaction: dataSchema(),
    }),
  )
