import { isSignature } from '@solana/web3.js'
import * as z from 'zod/mini'

/** Base58 of a signature, 64 bytes: what a transaction is known by. */
export const signatureSchema = () => z.string().check(z.refine(isSignature))
