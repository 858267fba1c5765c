import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { OpenRequest } from '#shared/config/requested-view.ts'
import type { View } from '#widget/core/view.ts'
import { canClose, viewAfterClose } from './closing-rules.ts'
import { initialView, type OpeningFacts } from './opening-rules.ts'

const facts: OpeningFacts = {
  blocked: undefined,
  activeNamespace: 'eip155',
  connected: [],
  requestedNetwork: undefined,
  manualWalletConnect: false,
  hasAdapters: true,
  isPhone: false,
  signInFirst: undefined,
}
const base = parseChainId('eip155:8453')
const solana = parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')

type Row = [rule: string, request: OpenRequest, facts: Partial<OpeningFacts>, view: View]

describe('initialView', () => {
  it.each<Row>([
    [
      '0: a refused origin stops all',
      { view: 'Account' },
      { blocked: 'APKT002' },
      { name: 'Blocked', code: 'APKT002' },
    ],
    [
      'sign-in 2: who has to sign in does that first',
      { view: 'WalletSend' },
      { connected: ['eip155'], signInFirst: { name: 'SIWXSignMessage' } },
      { name: 'SIWXSignMessage' },
    ],
    ['0: a missing project id stops all', {}, { blocked: 'APKT008' }, { name: 'Blocked', code: 'APKT008' }],
    ['1: a requested view is shown', { view: 'Networks' }, {}, { name: 'Networks' }],
    [
      '1: before a requested namespace',
      { view: 'Networks', namespace: 'solana' },
      { connected: ['eip155'] },
      { name: 'Networks' },
    ],
    ['1: before manual control', { view: 'Networks' }, { manualWalletConnect: true }, { name: 'Networks' }],
    ['1: before the connected address', { view: 'Connect' }, { connected: ['eip155'] }, { name: 'Connect' }],
    [
      '2: another namespace without address',
      { namespace: 'solana' },
      { connected: ['eip155'] },
      { name: 'SwitchActiveChain', namespace: 'solana' },
    ],
    [
      '2: another namespace with address',
      { namespace: 'solana' },
      { connected: ['eip155', 'solana'], requestedNetwork: solana },
      { name: 'SwitchNetwork', chainId: solana },
    ],
    [
      '2: before manual control',
      { namespace: 'solana' },
      { connected: ['eip155'], manualWalletConnect: true },
      { name: 'SwitchActiveChain', namespace: 'solana' },
    ],
    ['2: nothing connected, nothing to switch', { namespace: 'solana' }, {}, { name: 'Connect' }],
    [
      '2: the active namespace is no switch',
      { namespace: 'eip155' },
      { connected: ['eip155'] },
      { name: 'Account' },
    ],
    [
      '3: manual control on a desktop',
      {},
      { manualWalletConnect: true },
      { name: 'ConnectingWalletConnectBasic' },
    ],
    [
      '3: manual control on a phone',
      {},
      { manualWalletConnect: true, isPhone: true },
      { name: 'AllWallets' },
    ],
    [
      '3: manual control, also connected',
      {},
      { manualWalletConnect: true, connected: ['eip155'] },
      { name: 'ConnectingWalletConnectBasic' },
    ],
    [
      '3: a URI of the host on a desktop',
      { uri: 'wc:1@2?x' },
      { connected: ['eip155'] },
      { name: 'ConnectingWalletConnectBasic' },
    ],
    ['3: a URI of the host on a phone', { uri: 'wc:1@2?x' }, { isPhone: true }, { name: 'AllWallets' }],
    ['1: a URI of the host for a view', { uri: 'wc:1@2?x', view: 'Connect' }, {}, { name: 'Connect' }],
    [
      '1: a URI of the host is no part of a payment',
      { uri: 'wc:1@2?x', view: 'WalletSend', to: '0x1' },
      { connected: ['eip155'] },
      { name: 'WalletSend', to: '0x1' },
    ],
    ['3: no adapters on a desktop', {}, { hasAdapters: false }, { name: 'ConnectingWalletConnectBasic' }],
    ['3: no adapters on a phone', {}, { hasAdapters: false, isPhone: true }, { name: 'AllWallets' }],
    ['3: no adapters but an address', {}, { hasAdapters: false, connected: ['eip155'] }, { name: 'Account' }],
    ['4: a connected address', {}, { connected: ['eip155'] }, { name: 'Account' }],
    ['5: otherwise', {}, {}, { name: 'Connect' }],
    ['5: otherwise, on a phone', {}, { isPhone: true }, { name: 'Connect' }],
  ])('rule %s', (_, request, over, view) => {
    expect(initialView(request, { ...facts, ...over })).toEqual(view)
  })
})

describe('viewAfterClose', () => {
  it.each([
    [{ embedded: false, connected: false }, 'Connect'],
    [{ embedded: false, connected: true }, 'Connect'],
    [{ embedded: true, connected: true }, 'Account'],
    [{ embedded: true, connected: false }, 'Connect'],
  ])('%j › %s', (closing, name) => {
    expect(viewAfterClose(closing)).toEqual({ name })
  })
})

describe('canClose', () => {
  const account: View = { name: 'Account' }
  const unsupported: View = { name: 'UnsupportedChain' }
  const switching: View = { name: 'SwitchNetwork', chainId: base }
  const signing: View = { name: 'SIWXSignMessage' }
  it.each<[string, [View, ...View[]], boolean, boolean?]>([
    ['signing in, required', [signing], false, true],
    ['signing in, not required', [signing], true, false],
    ['a review, required', [{ name: 'ApproveTransaction' }], false, true],
    ['a review over the sign view, required', [signing, { name: 'ApproveTransaction' }], false, true],
    ['a review, not required', [signing, { name: 'ApproveTransaction' }], true, false],
    ['another view while nobody has signed in', [{ name: 'Connect' }], true, true],
    ['Account', [account], true],
    ['UnsupportedChain', [unsupported], false],
    ['UnsupportedChain over Account', [account, unsupported], false],
    ['SwitchNetwork from UnsupportedChain', [unsupported, switching], false],
    ['SwitchNetwork from Networks', [{ name: 'Networks' }, switching], true],
  ])('%s › may close: %s', (_, stack, may, mustSignIn = false) => {
    expect(canClose(stack, { mustSignIn })).toBe(may)
  })
})
