import { type Address, type Hex, isAddress, isHex } from 'viem'
import * as z from '../../../../shared/zod.ts'

const hex = z.custom<Hex>((value) => isHex(value))
const address = z.custom<Address>((value) => typeof value === 'string' && isAddress(value))

/** Message from the server's thread to the signer thread. */
export const signerRequest = z.object({ id: z.int(), hash: hex, signature: hex })
/** The signer's address, or null. */
export const signerResponse = z.object({ id: z.int(), address: z.nullable(address) })
