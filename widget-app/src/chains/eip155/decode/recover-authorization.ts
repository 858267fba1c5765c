import { recoverAuthorizationAddress } from 'viem/utils'
import { type Hex, toQuantity } from '../hex.ts'

/** A signed authorization of EIP-7702. */
type SignedAuthorization = {
  readonly address: Hex
  readonly chainId: bigint
  readonly nonce: bigint
  readonly r: bigint
  readonly s: bigint
  readonly yParity: bigint
}

const asWord = (value: bigint): Hex => `0x${toQuantity(value).slice(2).padStart(64, '0')}`

/** The account that signed an authorization; undefined without a valid signature. */
export async function recoverAuthority({ address, chainId, nonce, r, s, yParity }: SignedAuthorization) {
  try {
    return await recoverAuthorizationAddress({
      authorization: {
        address,
        chainId: Number(chainId),
        nonce: Number(nonce),
        r: asWord(r),
        s: asWord(s),
        yParity: Number(yParity),
      },
    })
  } catch {
    return undefined
  }
}
