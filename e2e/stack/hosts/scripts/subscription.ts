import { parseEther, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const daySeconds = 86_400
const lengthDays = 30

/** The shop's permission request for weekly payments without a prompt: a small allowance for a month (ERC-7715). */
export function subscription(account: string, chains: readonly string[]) {
  const chain = chains.find((id) => id.startsWith('eip155:')) ?? 'eip155:1'
  const start = Math.floor(Date.now() / 1_000)
  const { publicKey } = privateKeyToAccount(generatePrivateKey())
  return {
    chainId: toHex(Number(chain.slice('eip155:'.length))),
    address: account,
    expiry: start + lengthDays * daySeconds,
    signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey }] } },
    permissions: [
      {
        type: 'native-token-recurring-allowance',
        data: { allowance: toHex(parseEther('0.01')), start, period: 7 * daySeconds },
      },
    ],
  }
}
