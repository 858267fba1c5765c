import { encodeAddress } from '@polkadot/util-crypto/address'
import { genericPrefix } from './address.ts'

/** The generic SS58 address of a public key of 32 bytes in hex. @throws Error for another length. */
export const publicKeyAddress = (publicKey: string): string => encodeAddress(publicKey, genericPrefix)
