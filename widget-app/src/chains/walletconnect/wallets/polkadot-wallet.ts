import { type ChainId, chainReference } from '#shared/caip/chain-id.ts'
import { isEmptyBytes } from '#shared/channel/wallets/empty-bytes.ts'
import * as z from '#shared/zod.ts'
import { isSameKey } from '../account-addresses.ts'
import type { ApprovedAccount } from '../session-namespaces.ts'
import {
  approvedAccount,
  parseEventAddresses,
  type SessionPorts,
  type SessionWallet,
  unsupportedMethod,
  validParameters,
  withFirst,
} from './session-wallet.ts'

const hex = () => z.string().check(z.regex(/^0x([0-9a-fA-F]{2})*$/))
const payloadParams = () => z.looseObject({ address: z.string(), genesisHash: hex() })
const rawParams = () =>
  z.object({ address: z.string(), data: z.string(), type: z._default(z.enum(['bytes', 'payload']), 'bytes') })
/** Signatures pass unchanged: the adapter parses every encoding, or reports that it cannot. */
const signedResponse = () => z.object({ signature: z.unknown(), signedTransaction: z.optional(z.unknown()) })

const methods = { payload: 'polkadot_signTransaction', raw: 'polkadot_signMessage' } as const

const toHex = (text: string): string =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

const head = toHex('<Bytes>')
const tail = toHex('</Bytes>').slice(2)

/** Wraps bytes as every wallet signs them, so that no message can be a transaction. Wallets do not wrap them again. */
function wrapBytes(data: string): string {
  const bytes = hex().safeParse(data).success ? data : toHex(data)
  return bytes.startsWith(head) && bytes.endsWith(tail) ? bytes : `${head}${bytes.slice(2)}${tail}`
}

/** A session as an `injectedWeb3` extension. */
export function polkadotWallet(ports: SessionPorts): SessionWallet {
  let activeAddress: string | undefined
  let lastId = 0

  /**
   * One entry per approved chain, bound to its genesis hash, so that the adapter offers an account only where it is
   * approved.
   */
  const accounts = () => {
    const { accounts: approved } = ports.approved()
    const isFirst = ({ address }: ApprovedAccount) =>
      activeAddress !== undefined && isSameKey(address, activeAddress)
    return withFirst(approved, isFirst).map(({ address, chain }) => ({
      address,
      // Sessions do not report the key type; the signature that the wallet returns names it.
      type: address.startsWith('0x') ? 'ethereum' : 'sr25519',
      genesisHash: `0x${chainReference(chain)}`,
    }))
  }

  const accountOf = (address: string, isRequestedChain: (chain: ChainId) => boolean) =>
    approvedAccount(ports, (shared) => isSameKey(shared, address), isRequestedChain)

  async function sign(chain: ChainId, method: string, params: unknown) {
    if (!ports.approved().methods.includes(method)) throw unsupportedMethod(method)
    const response = await ports.call(chain, method, params)
    lastId += 1
    const { signature, signedTransaction } =
      typeof response === 'string'
        ? { signature: response }
        : (signedResponse().safeParse(response).data ?? {})
    return { id: lastId, signature, ...(!isEmptyBytes(signedTransaction) && { signedTransaction }) }
  }

  const emitAccounts = () => ports.emit('accountsChanged', accounts())

  return {
    async request({ method, params }) {
      switch (method) {
        case 'injectedWeb3:enable':
          return { accounts: accounts() }
        case 'injectedWeb3:disconnect':
          await ports.disconnect()
          return null
        case 'injectedWeb3:signPayload': {
          const payload = validParameters(payloadParams().safeParse(params))
          const reference = payload.genesisHash.slice(2, 34).toLowerCase()
          const account = accountOf(
            payload.address,
            (chain) => chainReference(chain).toLowerCase() === reference,
          )
          const transactionPayload = { ...payload, address: account.address }
          return sign(account.chain, methods.payload, { address: account.address, transactionPayload })
        }
        case 'injectedWeb3:signRaw': {
          const { address, data, type } = validParameters(rawParams().safeParse(params))
          const account = accountOf(address, () => true)
          const message = type === 'bytes' ? wrapBytes(data) : data
          // Deployed wallets read `message`; the newer reference uses `data` and `type`.
          return sign(account.chain, methods.raw, { address: account.address, message, data: message, type })
        }
        default:
          throw unsupportedMethod(method)
      }
    },
    refresh: emitAccounts,
    handleEvent(event, data) {
      const [first] = parseEventAddresses(data)
      if (event !== 'accountsChanged' || first === undefined || first === activeAddress) return
      activeAddress = first
      emitAccounts()
    },
  }
}
