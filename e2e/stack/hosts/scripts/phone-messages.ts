import { formatEther, formatGwei, hexToString, isHex } from 'viem'
import * as z from '#shared/zod.ts'
import type { PageConfig } from '../../wallets/page-config.ts'
import { describeTransaction } from '../../wallets/solana/describe-transaction.ts'

export type Fact = readonly [label: string, value: string]

/** Title and facts of a request, for the user's decision. */
export type RequestDescription = { readonly title: string; readonly facts: readonly Fact[] }

const stringsSchema = z.array(z.string())
const transactionParams = z.tuple([
  z.object({
    to: z.optional(z.string()),
    value: z.optional(z.string()),
    data: z.optional(z.string()),
    gas: z.optional(z.string()),
    maxFeePerGas: z.optional(z.string()),
  }),
])
const solanaTransaction = z.object({ transaction: z.base64() })
const messageSchema = z.object({ message: z.string() })
const polkadotTransaction = z.object({
  address: z.string(),
  transactionPayload: z.looseObject({ method: z.string(), nonce: z.string(), tip: z.optional(z.string()) }),
})

const readable = (text: string) => (isHex(text) ? hexToString(text) : text)
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** The name of a chain (CAIP-2) of the world; its id if it has none. */
export function chainName({ chains, solana, polkadot, acala }: PageConfig, id: string): string {
  if (id === solana?.id) return 'Local Solana'
  if (id === polkadot?.id) return 'Local Polkadot'
  if (id === acala?.id) return 'Local Acala'
  return chains.find(({ chainId }) => `eip155:${chainId}` === id)?.name ?? id
}

const describers: Readonly<Record<string, (params: unknown) => RequestDescription | undefined>> = {
  personal_sign(params) {
    const [text] = stringsSchema.safeParse(params).data ?? []
    return text === undefined ? undefined : { title: 'Sign a message', facts: [['Message', readable(text)]] }
  },
  eth_sendTransaction(params) {
    const [call] = transactionParams.safeParse(params).data ?? []
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
    const { data } = messageSchema.safeParse(params)
    return data && { title: 'Sign a message', facts: [['Message (base58)', data.message]] }
  },
  solana_signTransaction: (params) => solana('Sign a transaction', params),
  solana_signAndSendTransaction: (params) => solana('Send a transaction', params),
  polkadot_signMessage(params) {
    const { data } = messageSchema.safeParse(params)
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

function solana(title: string, params: unknown): RequestDescription | undefined {
  const { data } = solanaTransaction.safeParse(params)
  return data && { title, facts: describeTransaction(bytesOf(data.transaction)) }
}

/** Describes a site's request for the user; falls back to method and raw parameters. */
export function describeRequest(method: string, params: unknown): RequestDescription {
  const raw: RequestDescription = { title: method, facts: [['Parameters', JSON.stringify(params, null, 1)]] }
  try {
    return (Object.hasOwn(describers, method) ? describers[method]?.(params) : undefined) ?? raw
  } catch {
    // The bytes are not a transaction: show the parameters and let the user decide.
    return raw
  }
}
