import * as z from 'zod/mini'
import { type ChainId, chainReference, parseChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import {
  parameters,
  type SessionIo,
  type SessionWallet,
  startChain,
  toldAddresses,
  unsupported,
  withFirst,
} from './session-wallet.ts'

const switchParams = () =>
  z.tuple([z.object({ chainId: z.string().check(z.regex(/^0x[0-9a-fA-F]{1,13}$/)) })])

const smartSession = () => z.tuple([z.looseObject({ pci: z.string() })])

const namedChain = () => z.object({ chainId: z.unknown() })

/**
 * Parses a chain as wallets write it in events: a number, decimal or hex text, or CAIP-2; bare, or as the member `chainId`.
 */
function readChain(data: unknown): ChainId | undefined {
  const named = namedChain().safeParse(data)
  const text = String(named.success ? named.data.chainId : data)
    .trim()
    .replace(/^eip155:/, '')
  return /^(\d{1,16}|0x[0-9a-f]{1,13})$/i.test(text) ? parseChainId(`eip155:${BigInt(text)}`) : undefined
}

const hexOf = (chain: ChainId): string => `0x${BigInt(chainReference(chain)).toString(16)}`
const fold = (address: string): string => address.toLowerCase()

/**
 * A session as an EIP-1193 provider: accounts and chain come from the session, and requests go to the wallet on the current
 * chain.
 */
export function eip155Wallet(io: SessionIo): SessionWallet {
  let chain = startChain(io)
  let inUse: string | undefined
  /** The chain that the wallet accepted a switch to, before it has approved an account there. */
  let agreed: ChainId | undefined
  let told = ''

  const accounts = (): readonly string[] => {
    const own = io
      .approved()
      .accounts.filter((account) => account.chain === chain)
      .map(({ address }) => address)
    return withFirst(own, (address) => fold(address) === inUse)
  }

  const note = () => {
    told = accounts().join()
  }

  /** Emits the accounts if they have changed. */
  const tellAccounts = () => {
    const before = told
    note()
    if (told !== before) io.emit('accountsChanged', accounts())
  }

  const moveTo = (next: ChainId) => {
    if (next !== chain) {
      chain = next
      io.emit('chainChanged', hexOf(chain))
    }
    tellAccounts()
  }

  const isApproved = (one: ChainId) => io.approved().chains.includes(one)
  const knows = (method: string) => io.approved().methods.includes(method)

  async function switchChain(params: unknown): Promise<null> {
    const [{ chainId }] = parameters(switchParams().safeParse(params))
    const wanted = parseChainId(`eip155:${BigInt(chainId)}`)
    if (!isApproved(wanted)) {
      const unknown = new ProviderRpcError(
        providerCodes.unrecognisedChain,
        `Unrecognized chain ID "${chainId}"`,
      )
      if (!knows('wallet_switchEthereumChain')) throw unknown
      await io.call(chain, 'wallet_switchEthereumChain', params)
      io.agreed(wanted)
      // Wallets approve the chain with a session_update, before or after their response.
      if (!isApproved(wanted)) {
        agreed = wanted
        return null
      }
    }
    agreed = undefined
    moveTo(wanted)
    return null
  }

  note()
  return {
    async request({ method, params }) {
      switch (method) {
        case 'eth_accounts':
        case 'eth_requestAccounts':
          note()
          return accounts()
        case 'eth_chainId':
          return hexOf(chain)
        case 'wallet_getPermissions':
        case 'wallet_requestPermissions':
          return [{ parentCapability: 'eth_accounts' }]
        case 'wallet_revokePermissions':
          // The wallet revokes the permission of a smart session; revoking the accounts disconnects the session.
          if (smartSession().safeParse(params).success) {
            if (!knows(method)) throw unsupported(method)
            return io.call(chain, method, params)
          }
          await io.leave()
          return null
        case 'wallet_switchEthereumChain':
          return switchChain(params)
        default:
          if (!knows(method)) throw unsupported(method)
          return io.call(chain, method, params ?? [])
      }
    },
    refresh() {
      const next = agreed !== undefined && isApproved(agreed) ? agreed : chain
      if (next === agreed) agreed = undefined
      moveTo(isApproved(next) ? next : startChain(io))
    },
    hear(event, data, of) {
      if (event === 'chainChanged') {
        const next = readChain(data) ?? of
        if (!next || !isApproved(next)) return
        agreed = undefined
        moveTo(next)
      }
      if (event === 'accountsChanged') {
        const [first] = toldAddresses(data)
        if (first === undefined || (of && of !== chain)) return
        inUse = fold(first)
        tellAccounts()
      }
    },
  }
}
