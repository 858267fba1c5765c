import { privateKeyToAccount } from 'viem/accounts'
import type { DevAccount } from '../accounts.ts'

/** Test only: a claim of a name on Ethereum, signed now by its own account unless told otherwise. */
export async function signedClaim(
  account: DevAccount,
  name: string,
  { seconds = Math.floor(Date.now() / 1_000), signer = account }: { seconds?: number; signer?: DevAccount },
) {
  const message = JSON.stringify({ name, attributes: {}, timestamp: seconds })
  const signature = await privateKeyToAccount(signer.privateKey).signMessage({ message })
  return { coin_type: 60, address: account.address, message, signature }
}
