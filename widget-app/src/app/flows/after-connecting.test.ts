import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { View } from '#widget/core/view.ts'
import type { ViewStack } from '#widget/core/view-stack.ts'
import { type AfterConnecting, afterConnecting } from './after-connecting.ts'

const ethereum = parseChainId('eip155:1')
const base = parseChainId('eip155:8453')
const solana = parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')

const connecting: readonly View[] = [
  { name: 'Connect' },
  { name: 'ConnectingExternal', walletId: 'ethereum:io.metamask' },
]
const account: View = { name: 'Account' }
const networks: View = { name: 'Networks' }
const wallets: View = { name: 'ProfileWallets' }
const send: View = { name: 'WalletSend' }
const switching = (chainId?: typeof base): View => ({
  name: 'SwitchActiveChain',
  namespace: 'eip155',
  ...(chainId && { chainId }),
})
const to = (back: number | undefined, wanted?: View): AfterConnecting => ({ back, wanted })
const toBase: View = { name: 'SwitchNetwork', chainId: base }

describe('afterConnecting', () => {
  it.each<[string, ViewStack, AfterConnecting]>([
    ['nothing before: out', [{ name: 'Connect' }, ...connecting.slice(1)], to(undefined)],
    ['the wallets', [account, wallets, ...connecting], to(2)],
    ['the networks on the way are spent', [account, networks, switching(ethereum), ...connecting], to(4)],
    ['a form is where it was', [account, send, switching(), ...connecting], to(3)],
    ['a page asked for the ecosystem: out', [switching(), ...connecting], to(undefined)],
    ['a page, on another network', [switching(base), ...connecting], to(undefined, toBase)],
    ['the account, on another network', [account, networks, switching(base), ...connecting], to(4, toBase)],
    ['a network of another ecosystem', [account, switching(solana), ...connecting], to(3)],
  ])('%s', (_name, stack, after) => {
    expect(afterConnecting(stack, { namespace: 'eip155', chain: ethereum })).toEqual(after)
  })
})
