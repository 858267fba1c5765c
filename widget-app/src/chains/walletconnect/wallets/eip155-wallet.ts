import { type ChainId, chainReference, parseChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import {
  initialChain,
  parseEventAddresses,
  type SessionPorts,
  type SessionWallet,
  unsupportedMethod,
  validParameters,
  withFirst,
} from './session-wallet.ts'

const switchParams = () =>
  z.tuple([z.object({ chainId: z.string().check(z.regex(/^0x[0-9a-fA-F]{1,13}$/)) })])

const smartSession = () => z.tuple([z.looseObject({ pci: z.string() })])

const namedChain = () => z.object({ chainId: z.unknown() })

/**
 * Parses a chain as wallets write it in events: a number, decimal or hex text, or CAIP-2; bare, or as the member `chainId`.
 */
function parseChain(data: unknown): ChainId | undefined {
  const named = namedChain().safeParse(data)
  const text = String(named.success ? named.data.chainId : data)
    .trim()
    .replace(/^eip155:/, '')
  return /^(\d{1,16}|0x[0-9a-f]{1,13})$/i.test(text) ? parseChainId(`eip155:${BigInt(text)}`) : undefined
}

const hexOf = (chain: ChainId): string => `0x${BigInt(chainReference(chain)).toString(16)}`
const normalize = (address: string): string => address.toLowerCase()

/**
 * A session as an EIP-1193 provider: accounts and chain come from the session, and requests go to the wallet on the current
 * chain.
 */
export function eip155Wallet(ports: SessionPorts): SessionWallet {
  let chain = initialChain(ports)
  let activeAddress: string | undefined
  /** The chain that the wallet accepted a switch to, before it has approved an account there. */
  let acceptedChain: ChainId | undefined
  let emittedAccounts = ''

  const accounts = (): readonly string[] => {
    const onChain = ports
      .approved()
      .accounts.filter((account) => account.chain === chain)
      .map(({ address }) => address)
    return withFirst(onChain, (address) => normalize(address) === activeAddress)
  }

  const updateEmitted = () => {
    emittedAccounts = accounts().join()
  }

  /** Emits the accounts if they have changed. */
  const emitAccounts = () => {
    const before = emittedAccounts
    updateEmitted()
    if (emittedAccounts !== before) ports.emit('accountsChanged', accounts())
  }

  const setChain = (next: ChainId) => {
    if (next !== chain) {
      chain = next
      ports.emit('chainChanged', hexOf(chain))
    }
    emitAccounts()
  }

  const isApproved = (one: ChainId) => ports.approved().chains.includes(one)
  const supports = (method: string) => ports.approved().methods.includes(method)

  async function switchChain(params: unknown): Promise<null> {
    const [{ chainId }] = validParameters(switchParams().safeParse(params))
    const requested = parseChainId(`eip155:${BigInt(chainId)}`)
    if (!isApproved(requested)) {
      const unknownChain = new ProviderRpcError(
        providerCodes.unrecognisedChain,
        `Unrecognized chain ID "${chainId}"`,
      )
      if (!supports('wallet_switchEthereumChain')) throw unknownChain
      await ports.call(chain, 'wallet_switchEthereumChain', params)
      ports.onSwitchAccepted(requested)
      // Wallets approve the chain with a session_update, before or after their response.
      if (!isApproved(requested)) {
        acceptedChain = requested
        return null
      }
    }
    acceptedChain = undefined
    setChain(requested)
    return null
  }

  updateEmitted()
  return {
    async request({ method, params }) {
      switch (method) {
        case 'eth_accounts':
        case 'eth_requestAccounts':
          updateEmitted()
          return accounts()
        case 'eth_chainId':
          return hexOf(chain)
        case 'wallet_getPermissions':
        case 'wallet_requestPermissions':
          return [{ parentCapability: 'eth_accounts' }]
        case 'wallet_revokePermissions':
          // The wallet revokes the permission of a smart session; revoking the accounts disconnects the session.
          if (smartSession().safeParse(params).success) {
            if (!supports(method)) throw unsupportedMethod(method)
            return ports.call(chain, method, params)
          }
          await ports.disconnect()
          return null
        case 'wallet_switchEthereumChain':
          return switchChain(params)
        default:
          if (!supports(method)) throw unsupportedMethod(method)
          return ports.call(chain, method, params ?? [])
      }
    },
    refresh() {
      const next = acceptedChain !== undefined && isApproved(acceptedChain) ? acceptedChain : chain
      if (next === acceptedChain) acceptedChain = undefined
      setChain(isApproved(next) ? next : initialChain(ports))
    },
    handleEvent(event, data, eventChain) {
      if (event === 'chainChanged') {
        const next = parseChain(data) ?? eventChain
        if (!next || !isApproved(next)) return
        acceptedChain = undefined
        setChain(next)
      }
      if (event === 'accountsChanged') {
        const [first] = parseEventAddresses(data)
        if (first === undefined || (eventChain && eventChain !== chain)) return
        activeAddress = normalize(first)
        emitAccounts()
      }
    },
  }
}
