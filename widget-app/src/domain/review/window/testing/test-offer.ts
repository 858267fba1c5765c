import { parseChainId } from '#shared/caip/chain-id.ts'
import type { ConfirmOffer } from '#shared/confirm/messages.ts'
import { alice } from '#widget/testing/world.ts'

/** What a frame offers its window: a request of a listed host to a WalletConnect wallet. Test only. */
export const testOffer = (id: string, over: Partial<ConfirmOffer> = {}): ConfirmOffer => ({
  is: 'offer',
  id,
  origin: 'https://shop.example',
  status: 'allowed',
  connection: {
    namespace: 'eip155',
    walletId: 'ethereum:walletconnect:io.metamask',
    handle: 'session-1',
    walletName: 'MetaMask',
    accounts: [alice],
    chain: parseChainId('eip155:1'),
  },
  request: { method: 'personal_sign', params: ['0x68656c6c6f', alice] },
  hasLimit: false,
  projectId: 'demo',
  themeMode: 'dark',
  themeVariables: undefined,
  knownAddresses: [],
  knownReceivers: [],
  ...over,
})
