import { privateKeyToAccount } from 'viem/accounts'
import type { DevAccount } from '../accounts.ts'

/** For tests: signs a claim of a name on Ethereum, by default now and with the account's key. */
export async function signClaim(
  account: DevAccount,
  name: string,
  { seconds = Math.floor(Date.now() / 1_000), signer = account }: { seconds?: number; signer?: DevAccount },
) {
  const message = JSON.stringify({ name, attributes: {}, timestamp: seconds })
  const signature = await privateKeyToAccount(signer.privateKey).signMessage({ message })
  return { coin_type: 60, address: account.address, message, signature }
}
