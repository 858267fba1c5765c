import { isSignature } from '@solana/web3.js'
import * as z from '#shared/zod.ts'

/** A signature of 64 bytes in base58: the transaction id. */
export const signatureSchema = () => z.string().check(z.refine(isSignature))
