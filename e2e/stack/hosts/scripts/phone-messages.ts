import { formatEther, formatGwei, hexToString, isHex } from 'viem'
import * as z from 'zod/mini'
import type { PageConfig } from '../../wallets/page-config.ts'
import { describeTransaction } from '../../wallets/solana/describe-transaction.ts'

export type Fact = readonly [label: string, value: string]

/** What a request is about, for a person who decides. */
export type Words = { readonly title: string; readonly facts: readonly Fact[] }

const texts = z.array(z.string())
const sending = z.tuple([
  z.object({
    to: z.optional(z.string()),
    value: z.optional(z.string()),
    data: z.optional(z.string()),
    gas: z.optional(z.string()),
    maxFeePerGas: z.optional(z.string()),
  }),
])
const solanaTransaction = z.object({ transaction: z.base64() })
const message = z.object({ message: z.string() })
const polkadotTransaction = z.object({
  address: z.string(),
  transactionPayload: z.looseObject({ method: z.string(), nonce: z.string(), tip: z.optional(z.string()) }),
})

const readable = (text: string) => (isHex(text) ? hexToString(text) : text)
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** The name of a chain (CAIP-2) of the world, or its id. */
export function chainName({ chains, solana, polkadot, acala }: PageConfig, id: string): string {
  if (id === solana?.id) return 'Local Solana'
  if (id === polkadot?.id) return 'Local Polkadot'
  if (id === acala?.id) return 'Local Acala'
  return chains.find(({ chainId }) => `eip155:${chainId}` === id)?.name ?? id
}

const readers: Readonly<Record<string, (params: unknown) => Words | undefined>> = {
  personal_sign(params) {
    const [text] = texts.safeParse(params).data ?? []
    return text === undefined ? undefined : { title: 'Sign a message', facts: [['Message', readable(text)]] }
  },
  eth_sendTransaction(params) {
    const [call] = sending.safeParse(params).data ?? []
    if (call === undefined) return undefined
    const { to = 'A new contract', value = '0x0', data = '0x', maxFeePerGas } = call
    const facts: Fact[] = [
      ['To', to],
      ['Amount', `${formatEther(BigInt(value))} ETH`],
    ]
    if (data !== '0x') facts.push(['Data', data])
    if (maxFeePerGas !== undefined)
      facts.push(['Highest fee', `${formatGwei(BigInt(maxFeePerGas))} gwei per gas`])
    return { title: 'Send a transaction', facts }
  },
  solana_signMessage(params) {
    const { data } = message.safeParse(params)
    return data && { title: 'Sign a message', facts: [['Message (base58)', data.message]] }
  },
  solana_signTransaction: (params) => solana('Sign a transaction', params),
  solana_signAndSendTransaction: (params) => solana('Send a transaction', params),
  polkadot_signMessage(params) {
    const { data } = message.safeParse(params)
    return data && { title: 'Sign a message', facts: [['Message', readable(data.message)]] }
  },
  polkadot_signTransaction(params) {
    const { data } = polkadotTransaction.safeParse(params)
    if (data === undefined) return undefined
    const { method, nonce } = data.transactionPayload
    return {
      title: 'Sign a transaction',
      facts: [
        ['From', data.address],
        ['Call', method],
        ['Nonce', String(Number(nonce))],
      ],
    }
  },
}

function solana(title: string, params: unknown): Words | undefined {
  const { data } = solanaTransaction.safeParse(params)
  return data && { title, facts: describeTransaction(bytesOf(data.transaction)) }
}

/** Says what a site asks; what is not understood is shown as it came. */
export function wordsOf(method: string, params: unknown): Words {
  const raw: Words = { title: method, facts: [['Parameters', JSON.stringify(params, null, 1)]] }
  try {
    return (Object.hasOwn(readers, method) ? readers[method]?.(params) : undefined) ?? raw
  } catch {
    // Bytes that are no transaction: the owner sees them and decides.
    return raw
  }
}
