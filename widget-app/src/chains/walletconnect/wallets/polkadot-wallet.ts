import * as z from 'zod/mini'
import { type ChainId, chainReference } from '#shared/caip/chain-id.ts'
import { isEmptyBytes } from '#shared/channel/wallets/empty-bytes.ts'
import { isSameKey } from '../account-addresses.ts'
import type { ApprovedAccount } from '../session-namespaces.ts'
import {
  approvedAccount,
  parameters,
  type SessionIo,
  type SessionWallet,
  toldAddresses,
  unsupported,
  withFirst,
} from './session-wallet.ts'

const hex = () => z.string().check(z.regex(/^0x([0-9a-fA-F]{2})*$/))
const payloadParams = () => z.looseObject({ address: z.string(), genesisHash: hex() })
const rawParams = () =>
  z.object({ address: z.string(), data: z.string(), type: z._default(z.enum(['bytes', 'payload']), 'bytes') })
/** Signatures pass unchanged: the adapter parses every encoding, or reports that it cannot. */
const signedAnswer = () => z.object({ signature: z.unknown(), signedTransaction: z.optional(z.unknown()) })

const methods = { payload: 'polkadot_signTransaction', raw: 'polkadot_signMessage' } as const

const toHex = (text: string): string =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

const head = toHex('<Bytes>')
const tail = toHex('</Bytes>').slice(2)

/** Wraps bytes as every wallet signs them, so that no message can be a transaction. Wallets do not wrap them again. */
function wrapped(data: string): string {
  const bytes = hex().safeParse(data).success ? data : toHex(data)
  return bytes.startsWith(head) && bytes.endsWith(tail) ? bytes : `${head}${bytes.slice(2)}${tail}`
}

/** A session as an `injectedWeb3` extension. */
export function polkadotWallet(io: SessionIo): SessionWallet {
  let inUse: string | undefined
  let lastId = 0

  /**
   * One entry per approved chain, bound to its genesis hash, so that the adapter offers an account only where it is
   * approved.
   */
  const accounts = () => {
    const { accounts: approved } = io.approved()
    const isFirst = ({ address }: ApprovedAccount) => inUse !== undefined && isSameKey(address, inUse)
    return withFirst(approved, isFirst).map(({ address, chain }) => ({
      address,
      // Sessions do not report the key type; the signature that the wallet returns names it.
      type: address.startsWith('0x') ? 'ethereum' : 'sr25519',
      genesisHash: `0x${chainReference(chain)}`,
    }))
  }

  const accountOf = (address: string, isMeant: (chain: ChainId) => boolean) =>
    approvedAccount(io, (own) => isSameKey(own, address), isMeant)

  async function sign(chain: ChainId, method: string, params: unknown) {
    if (!io.approved().methods.includes(method)) throw unsupported(method)
    const answer = await io.call(chain, method, params)
    lastId += 1
    const { signature, signedTransaction } =
      typeof answer === 'string' ? { signature: answer } : (signedAnswer().safeParse(answer).data ?? {})
    return { id: lastId, signature, ...(!isEmptyBytes(signedTransaction) && { signedTransaction }) }
  }

  const tell = () => io.emit('accountsChanged', accounts())

  return {
    async request({ method, params }) {
      switch (method) {
        case 'injectedWeb3:enable':
          return { accounts: accounts() }
        case 'injectedWeb3:disconnect':
          await io.leave()
          return null
        case 'injectedWeb3:signPayload': {
          const payload = parameters(payloadParams().safeParse(params))
          const reference = payload.genesisHash.slice(2, 34).toLowerCase()
          const of = accountOf(payload.address, (chain) => chainReference(chain).toLowerCase() === reference)
          const transactionPayload = { ...payload, address: of.address }
          return sign(of.chain, methods.payload, { address: of.address, transactionPayload })
        }
        case 'injectedWeb3:signRaw': {
          const { address, data, type } = parameters(rawParams().safeParse(params))
          const of = accountOf(address, () => true)
          const message = type === 'bytes' ? wrapped(data) : data
          // Deployed wallets read `message`; the newer reference uses `data` and `type`.
          return sign(of.chain, methods.raw, { address: of.address, message, data: message, type })
        }
        default:
          throw unsupported(method)
      }
    },
    refresh: tell,
    hear(event, data) {
      const [first] = toldAddresses(data)
      if (event !== 'accountsChanged' || first === undefined || first === inUse) return
      inUse = first
      tell()
    },
  }
}
