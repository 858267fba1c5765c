import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { embeddedHandle } from '#widget/chains/embedded-handle.ts'
import { embeddedWalletKey } from '#widget/chains/embedded-source.ts'
import { testWallet } from '#widget/testing/world.ts'
import { walletName } from '../wallet-name.ts'

/** Test only: our own wallet in a namespace, as its source lists it. */
export const testEmbeddedWallet = (namespace: DiscoveredWallet['namespace']): DiscoveredWallet =>
  testWallet({
    ...{ namespace, source: 'embedded', name: walletName },
    ...{ handle: embeddedHandle(namespace), injectedId: embeddedWalletKey },
  })
